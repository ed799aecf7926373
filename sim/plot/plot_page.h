#pragma once

#include "sim/store/query.h"

#include <cstdint>
#include <string>

namespace systole::plot {

// Points of the largest page: their data is part of it.
inline constexpr std::uint64_t kMostPoints = 200'000;

// Writes one page that opens without a network: the points of `reader` that meet `where` (an
// expression of `query`, or ""), as scatter with its Pareto front, parallel coordinates, heatmap,
// lines and table. Errors: those of the query and of OutputFile; Error{kBadInput, "plot.points"}
// for none or too many.
void write_plot_page(const store::Reader& reader,
                     const std::string& title,
                     const std::string& where,
                     const std::string& path);

}  // namespace systole::plot
