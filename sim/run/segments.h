#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/layer.h"
#include "sim/result/run_result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace systole {

// MATMUL nodes of the largest program that is run in one piece: some gigabytes of memory.
inline constexpr std::uint64_t kSegmentSteps = 1'000'000;

// A piece of a network: layers, or bands of output rows of one layer, that are run as one program.
struct Segment {
    ir::Network network;
    std::vector<std::size_t> layer;  // which layer of the whole each of them is, or is a band of
};

// Cuts a network between layers so that the programs of the pieces have at most `steps` MATMUL
// nodes each. A layer that has more by itself is cut into bands of output rows, equal ones where a
// number of rows allows: each is a layer of its own, whose weights are loaded anew. One piece when
// all fits. Errors: those of lower::expected_steps.
std::vector<Segment> cut_into_segments(const ir::Network& network,
                                       const config::ArchConfig& config,
                                       std::uint64_t steps);

// What all segments took, the next one starting when the one before has ended: no weights are
// loaded across a border. Segments of equal layers are simulated once. Parts of the result:
// metrics, layers, energy, counters, segments, simulated and, of the program, its layers.
// `simulate` makes the result of one segment; `progress` is called before each with its index.
RunResult run_segments(const ir::Network& network,
                       const std::vector<Segment>& segments,
                       const config::ArchConfig& config,
                       const std::function<RunResult(const ir::Network&)>& simulate,
                       const std::function<void(std::size_t)>& progress = {});

}  // namespace systole
