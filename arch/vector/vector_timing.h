#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/core/machine.h"

#include <cstdint>

namespace systole::arch {

// Cycles of `operations` operations on each of `elements` elements: an operation passes over all of
// them, bytes_per_cycle bytes a cycle:
//     start_cycles + operations * ceil(elements * element size / bytes_per_cycle)
Cycles vector_cycles(std::uint64_t elements,
                     std::uint64_t operations,
                     ElementType type,
                     const config::VectorConfig& vector);

}  // namespace systole::arch
