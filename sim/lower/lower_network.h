#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/layer.h"
#include "sim/ir/program.h"
#include "sim/lower/tiling.h"
#include "sim/lower/tiling_cost.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace systole::lower {

// What lowering decided about one layer.
struct LayerSummary {
    std::uint64_t parameters = 0;  // elements of weights
    std::size_t nodes = 0;
    std::size_t candidates = 0;    // tilings compared; 0: taken from an equal layer, or no choice
    std::optional<Tiling> tiling;  // layers on the array
    TilingCost expected;           // likewise
    std::uint64_t tile_m = 0, tile_n = 0, tile_k = 0;
};

struct Lowered {
    ir::Program program;
    std::vector<LayerSummary> layers;  // as trace.layers
};

// How many MATMUL nodes each layer of `network` becomes: what its program's size goes by. 0 for
// layers of the vector unit. Errors: as lower_network.
std::vector<double> expected_steps(const ir::Network& network, const config::ArchConfig& config);

// Called before each layer with its index and their number.
using Progress = std::function<void(std::size_t layer, std::size_t layers)>;

// The network as an operator DAG for one core: layers one after the other, each reading what the
// one before it wrote (a SYNC node of no cycles holds back the input loads of a layer until all
// outputs of the one before it are in DDR; weights may come earlier). Every operation carries its
// Work, the trace its layers. Deterministic; linear in the nodes. Layers of more than 32,768
// MATMULs are rolled: one MATMUL for each chunk of the reduction.
//
// Errors: those of model::check_mapping for a mapping that a layer asks for; kRefused:
// "lower.does-not-fit", "lower.path", "lower.too-large", "lower.cycles";
// kBadInput "lower.empty" for a network without layers.
Lowered lower_network(const ir::Network& network,
                      const config::ArchConfig& config,
                      const Progress& progress = {});

}  // namespace systole::lower
