#pragma once

#include "sim/result/run_result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace systole::report {

// Where the busy cycles of the array go, in cycles that sum to them.
struct ArrayTime {
    double working = 0;     // what the useful MACs would take of the whole array at its peak
    double idle = 0;        // rows and columns without work, and products with zeros, meanwhile
    double fill_drain = 0;  // operands enter and results leave, or a load goes on
    double port_waits = 0;  // the scratchpads beside it deliver no faster
};

ArrayTime array_time(const model::LayerStats& layer, const config::ArchConfig& config);
// Of all layers.
ArrayTime array_time(const RunResult& result);

nlohmann::ordered_json array_time_json(const ArrayTime& time);
// "of CUBE's 87.0 %: 6.0 working, ..." in parts of `whole` cycles; "" where the array did nothing.
std::string array_time_text(const ArrayTime& time, Cycles whole);

}  // namespace systole::report
