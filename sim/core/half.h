#pragma once

namespace systole {

// The largest finite IEEE 754 binary16.
inline constexpr double kLargestHalf = 65504.0;

// The binary16 nearest to `value`, ties to even, as the float of the same value; infinity beyond
// the largest one.
float nearest_half(double value);

}  // namespace systole
