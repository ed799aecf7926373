#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/layer.h"

#include <cstdint>

namespace systole::test {

// A random network of `layers` small layers of all kinds: GEMMs with batch, convolutions with
// padding, stride, dilation, groups and batch, depthwise, pooling, elementwise, softmax, layer
// norm. Same arguments, same network.
ir::Network random_network(std::uint64_t seed, std::size_t layers);

// A random small architecture: every dataflow, element type and buffering, arrays of 1 to 16 rows
// and columns, scratchpads of a few units to a few hundred, each of the shapes that data paths may
// have. A layer need not fit.
config::ArchConfig random_architecture(std::uint64_t seed);

}  // namespace systole::test
