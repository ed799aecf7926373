#pragma once

#include <string_view>

// The page's parts, compiled in from the files beside this one and from what their scripts import.
namespace systole::report::html {

extern const std::string_view kReportPage;
extern const std::string_view kRooflinePage;
extern const std::string_view kRooflineSection;
extern const std::string_view kStyle;
extern const std::string_view kReportScript;
extern const std::string_view kRooflineScript;

}  // namespace systole::report::html
