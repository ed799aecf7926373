#pragma once

#include "arch/cube/cycle_grid.h"
#include "sim/core/ids.h"
#include "sim/core/output_file.h"

#include <cstdint>
#include <functional>
#include <string>

namespace systole::time {

struct ArrayRunOptions {
    OutputFile* wave = nullptr;  // to write the VCD wave into; null: none
    std::uint64_t clock_mhz = 1000;
    // Called in each cycle with the grid as the cycle leaves it; slower than without.
    std::function<void(const arch::CycleGrid&)> observe;
};

// Runs the grid to its end on a SystemC kernel, as one module "array". Returns the kernel's time at
// the end in cycles: the grid's. Errors: "output.*" for the wave file.
Cycles run_array(arch::CycleGrid& grid, const ArrayRunOptions& options = {});

}  // namespace systole::time
