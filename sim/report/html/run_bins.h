#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/result/run_result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace systole::report::html {

// How finely a run too long to draw node by node is summed up.
struct BinOptions {
    std::size_t bins = 2048;         // of the makespan, for pipes and occupancy
    std::size_t map_columns = 1024;  // of the makespan, for the address map
    std::size_t map_rows = 64;       // of a tier's capacity
};

// One pipe; cycles of each kind in each bin (what is missing to the bin's width is drained), spill
// nodes that start in it, and the op with most cycles in it (index into OpTable).
struct PipeBins {
    std::vector<Cycles> busy;
    std::vector<Cycles> dependency;
    std::vector<Cycles> address;
    std::vector<Cycles> contention;
    std::vector<std::uint32_t> spills;
    std::vector<std::uint32_t> op;
};

// One tier; most units at any cycle of each bin: held from opening to closing, and of those
// already in use (first user started, or reloaded).
struct TierBins {
    std::vector<Units> held;
    std::vector<Units> live;
};

// Share of each cell of (address, time) that buffers in use cover, 0..1; row 0 holds address 0,
// rows one after the other. Empty for a tier without buffers.
struct AddressGrid {
    std::vector<float> share;
};

struct RunBins {
    Cycles width = 1;  // cycles of one bin; the last one may reach past the makespan
    std::size_t count = 0;
    Cycles map_width = 1;
    std::size_t map_columns = 0;
    std::size_t map_rows = 0;
    PerPipe<PipeBins> pipes;
    PerTier<TierBins> tiers;
    PerTier<AddressGrid> maps;
};

RunBins sum_up(const RunResult& report, const BinOptions& options = {});

// The bins as one JSON object of columns (see column.h); shares and bin fractions as 0..255.
std::string bins_json(const RunResult& report, const RunBins& bins);

}  // namespace systole::report::html
