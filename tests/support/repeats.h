#pragma once

#include <cstdint>

namespace systole::test {

// How often a property test repeats: `wanted` times, a tenth of that under the sanitizers, where
// everything takes ten times as long.
constexpr std::uint64_t repeats(std::uint64_t wanted) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return wanted / 10;
#else
    return wanted;
#endif
}

}  // namespace systole::test
