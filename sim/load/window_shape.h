#pragma once

#include "sim/ir/layer.h"
#include "sim/load/layer_fields.h"

namespace systole::load {

// Reads what convolutions and pooling have in common into `layer`, whose kind and batch are known:
// input, filters, groups, filter, stride, dilation, padding, and from them the output map. Throws
// what LayerFields throws and network.shape.
void read_window_layer(const LayerFields& fields, ir::Layer& layer);

}  // namespace systole::load
