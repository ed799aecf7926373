#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace systole {

// a * b / c rounded to the nearest whole number, halves up, without overflow in between; no value
// when the result does not fit 63 bits. c > 0.
constexpr std::optional<std::uint64_t> mul_div(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    __extension__ using Wide = unsigned __int128;
    const Wide result = (Wide{a} * b + c / 2) / c;
    if (result > static_cast<Wide>(std::numeric_limits<std::int64_t>::max())) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(result);
}

}  // namespace systole
