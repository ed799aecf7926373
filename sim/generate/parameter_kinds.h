#pragma once

#include "sim/generate/kernel.h"

namespace systole::generate {

// Rows of the kernels' parameter tables, one function for each kind of quantity. The upper bounds
// keep single values sensible; what a trace can hold is checked for all of them together.

constexpr Parameter block_count(std::string_view name,
                                std::uint32_t default_value,
                                std::string_view help) {
    return {name, "blocks", default_value, 1, 1u << 24, help};
}

// Up to 2^28, so that a few times a tile still is no more than ir::kMaxNodeValue.
constexpr Parameter tile_size(std::string_view name,
                              std::uint32_t default_value,
                              std::string_view help) {
    return {name, "units", default_value, 1, 1u << 28, help};
}

constexpr Parameter cycle_cost(std::string_view name,
                               std::uint32_t default_value,
                               std::string_view help) {
    return {name, "cycles", default_value, 1, ir::kMaxNodeValue, help};
}

}  // namespace systole::generate
