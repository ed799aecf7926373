#pragma once

#include "arch/cube/cycle_grid.h"
#include "arch/cube/systolic_timing.h"
#include "sim/core/machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole {

// One cycle of the array: each PE's sum when it is busy, row by row, and what leaves.
struct ArrayCycle {
    std::vector<std::optional<arch::GridValue>> pes;
    std::vector<arch::GridOutput> outputs;
};

// A product on the PE array alone.
struct ArrayResult {
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

}  // namespace systole
