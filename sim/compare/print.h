#pragma once

#include "sim/compare/comparison.h"
#include "sim/compare/gate.h"

#include <string>
#include <vector>

namespace systole::compare {

// For a terminal: what changed, worst first, where the cycles of each changed point went, and why
// the comparison fails. `all`: what is the same, too.
std::string table(const Comparison& comparison,
                  const std::vector<Failure>& failed,
                  bool all,
                  bool colour);

// One JSON object: `a`, `b`, `rows` [{workload, point, metric, unit, a, b, change, relative}]
// (those that differ; with `all`, every one), `missing`, `failed` [{gate, workload, point, metric,
// a, b, reason}], `points`, `equal`.
std::string json(const Comparison& comparison, const std::vector<Failure>& failed, bool all);

// A comment for a pull request. Its first line is a hidden marker, so that a job can find its
// comment and replace it.
inline constexpr const char* kMarkdownMarker = "<!-- systole compare -->";
std::string markdown(const Comparison& comparison, const std::vector<Failure>& failed);

// JUnit XML as Jenkins and Ant read it: a test case for every point and gate, with a failure for
// each that breaks.
std::string junit(const Comparison& comparison,
                  const std::vector<Gate>& gates,
                  const std::vector<Failure>& failed);

// Side b for github-action-benchmark, tool customSmallerIsBetter: a list of {name, unit, value} of
// the metrics for which smaller is better.
std::string benchmark_json(const Comparison& comparison);

}  // namespace systole::compare
