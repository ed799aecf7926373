#pragma once

#include "arch/cube/pe_grid.h"
#include "arch/cube/systolic_timing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole::cli {

// One cycle of the per-cycle table: each PE's sum when it is busy, row by row, and what leaves.
struct ArrayCycle {
    std::vector<std::optional<arch::GridValue>> pes;
    std::vector<arch::GridOutput> outputs;
};

// What `systole array` tells.
struct ArrayReport {
    arch::Gemm gemm;
    arch::Array array;
    ElementType element = ElementType::kInt8;
    arch::Convention convention = arch::Convention::kHardware;
    bool from_grid = false;  // else from the closed form
    arch::ArrayCost cost;
    std::optional<std::uint64_t> seed;                 // of random operands
    std::vector<ArrayCycle> table;                     // empty: not asked for
    std::vector<std::vector<arch::GridValue>> output;  // Y, n rows of m; empty: not to be shown
};

std::string array_text(const ArrayReport& report, bool colour);
// One JSON object (README of the room has the names).
std::string array_json(const ArrayReport& report);

}  // namespace systole::cli
