#pragma once

#include <cstdint>

namespace systole::sweep {

// Part of every point's identity. Goes up with a change after which a run of some request may give
// another number: stored points are then computed again. A change that gives the same numbers, such
// as a faster one, leaves it alone.
inline constexpr std::uint64_t kModelVersion = 2;

}  // namespace systole::sweep
