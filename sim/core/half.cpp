#include "sim/core/half.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace systole {

float nearest_half(double value) {
    if (value == 0 || !std::isfinite(value)) {
        return static_cast<float>(value);
    }
    // 11 significant bits, fewer below 2^-14: steps of 2^-24 there.
    const int step = std::max(std::ilogb(value), -14) - 10;
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -step)), step);
    if (std::abs(rounded) > kLargestHalf) {
        return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value));
    }
    return static_cast<float>(rounded);
}

}  // namespace systole
