#pragma once

#include <string_view>

// The page's parts, compiled in.
namespace systole::plot {

extern const std::string_view kPlotPage;
extern const std::string_view kPlotStyle;
extern const std::string_view kPlotScript;

}  // namespace systole::plot
