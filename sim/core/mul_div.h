#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace systole {

// Counts beyond 64 bits.
__extension__ using Wide = unsigned __int128;

// a * b / c rounded to the nearest whole number, halves up. c > 0.
constexpr Wide wide_mul_div(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return (Wide{a} * b + c / 2) / c;
}

// a * b / c rounded to the nearest whole number, halves up, without overflow in between; no value
// when the result does not fit 63 bits. c > 0.
constexpr std::optional<std::uint64_t> mul_div(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const Wide result = wide_mul_div(a, b, c);
    if (result > static_cast<Wide>(std::numeric_limits<std::int64_t>::max())) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(result);
}

}  // namespace systole
