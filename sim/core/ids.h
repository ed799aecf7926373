#pragma once

#include <cstdint>

namespace systole {

// Node and buffer ids are distinct types, so that one cannot be passed for the other. Both index
// flat arrays; kNone marks "no such thing".
enum class NodeId : std::uint32_t { kNone = 0xFFFFFFFFu };
enum class BufId : std::uint32_t { kNone = 0xFFFFFFFFu };
// A residency: one stretch of the order in which a buffer holds an address.
enum class ResId : std::uint32_t { kNone = 0xFFFFFFFFu };

constexpr std::uint32_t index(NodeId id) {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t index(BufId id) {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t index(ResId id) {
    return static_cast<std::uint32_t>(id);
}

using Cycles = std::uint64_t;  // core clock cycles
using Units = std::uint64_t;   // trace size units; bytes only through ArchConfig::bytes_per_unit
using Bytes = std::uint64_t;

}  // namespace systole
