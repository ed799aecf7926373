#pragma once

#include <cstdint>

namespace systole::baselines {

// The share of one element in the hash of a set, to be combined by exclusive or. (splitmix64,
// public domain.)
constexpr std::uint64_t set_hash(std::uint64_t element) {
    std::uint64_t z = (element + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

}  // namespace systole::baselines
