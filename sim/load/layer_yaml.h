#pragma once

#include "sim/ir/layer.h"

#include <string>
#include <string_view>

namespace systole::load {

// Reads a layer list in our YAML format, which traces/README.md describes; `file` is its name in
// messages. Output maps are rounded down: floor((in + padding - window) / stride) + 1.
//
// Errors: Error{kBadInput} with file:line, layer, key, what was found and what was expected: those
// of parse_yaml_document with the family "network", LayerFields and layer_check, and
// network.kind (unknown kind of layer), network.shape (a window larger than its padded map, padding
// as wide as the window, groups that do not divide the channels or the filters), network.mismatch
// (the two matrices of a GEMM disagree about K), network.too-many (more than a million layers, or
// lists inside lists inside lists).
ir::Network read_layer_yaml(std::string_view text, const std::string& file);

}  // namespace systole::load
