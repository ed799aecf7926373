#pragma once

#include <string_view>

// The page's parts, compiled in from the files beside this one and from the D3 package.
namespace systole::report::html {

extern const std::string_view kTemplate;
extern const std::string_view kStyle;
extern const std::string_view kD3Licence;
extern const std::string_view kD3;
extern const std::string_view kScript;
extern const std::string_view kRooflineSection;
extern const std::string_view kRooflinePage;
extern const std::string_view kRooflineScript;

}  // namespace systole::report::html
