#pragma once

#include "sim/ir/layer.h"

#include <cstdint>
#include <string>

namespace systole::load {

// The largest size a layer may have in any direction.
inline constexpr std::uint64_t kMaxLayerSize = std::uint64_t{1} << 31;
// The most elements an operand of a layer, and the most multiply-accumulates a layer, may have: so
// much that eight bytes each still fit 63 bits.
inline constexpr std::uint64_t kMaxLayerElements = std::uint64_t{1} << 60;

// Proves that the products of a layer's sizes stay within kMaxLayerElements; its sizes were checked
// one by one. `file` is its file in messages. Throws Error{kBadInput} "network.too-large".
void check_layer_size(const ir::Layer& layer, const std::string& file);

// Proves that the network has a layer and that the multiply-accumulates of all fit 63 bits. Throws
// Error{kBadInput}: network.empty, network.too-large.
void check_network(const ir::Network& network);

}  // namespace systole::load
