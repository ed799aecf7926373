#include "arch/vector/vector_timing.h"

namespace systole::arch {

Cycles vector_cycles(std::uint64_t elements,
                     std::uint64_t operations,
                     ElementType type,
                     const config::VectorConfig& vector) {
    const Bytes bytes = elements * element_bytes(type);
    return vector.start_cycles +
           operations * ((bytes + vector.bytes_per_cycle - 1) / vector.bytes_per_cycle);
}

}  // namespace systole::arch
