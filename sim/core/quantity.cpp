#include "sim/core/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace systole {
namespace {

constexpr int kDigits = 4;
constexpr int kTenToDigits = 10'000;

// |value| as 0.dddd x 10^point, dddd in [1000, 9999].
struct Rounded {
    int digits;
    int point;
};

Rounded rounded(double magnitude) {
    // Enough digits that only an exact half shows as one: "d.ddd5000...e+XX".
    const std::string exact = fmt::format("{:.60e}", magnitude);
    const std::string leading = exact.substr(0, 1) + exact.substr(2, kDigits - 1);
    Rounded out{std::atoi(leading.c_str()), 1 + std::atoi(exact.c_str() + exact.find('e') + 1)};
    if (exact[1 + kDigits] >= '5') {
        ++out.digits;
    }
    if (out.digits == kTenToDigits) {
        out = {kTenToDigits / 10, out.point + 1};
    }
    return out;
}

// The digits with `before` of them, 1 to 4, before the point.
std::string with_point(int digits, int before) {
    std::string text = std::to_string(digits);
    if (before < kDigits) {
        text.insert(static_cast<std::size_t>(before), 1, '.');
    }
    return text;
}

}  // namespace

std::string Quantity::text() const {
    return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

Quantity quantity(double value, int exponent, std::string_view unit) {
    if (!std::isfinite(value)) {
        return {"-", std::string(unit)};
    }
    if (value == 0) {
        return {"0", std::string(unit)};
    }
    constexpr std::array<std::string_view, 17> kPrefixes = {
        "y", "z", "a", "f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"};
    constexpr int kSmallest = -24;
    const Rounded r = rounded(std::abs(value));
    const std::string sign = value < 0 ? "-" : "";
    const int power = r.point - 1 + exponent - kSmallest;  // of the first digit, from 10^-24
    if (power < 0 || power >= 3 * static_cast<int>(kPrefixes.size())) {
        return {fmt::format("{}{}e{:+03d}", sign, with_point(r.digits, 1), power + kSmallest),
                std::string(unit)};
    }
    const auto prefix = static_cast<std::size_t>(power / 3);
    return {sign + with_point(r.digits, 1 + power % 3),
            fmt::format("{}{}", kPrefixes[prefix], unit)};
}

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3; at -= 3) {
        text.insert(at - 3, 1, ',');
    }
    return text;
}

std::string count_text(std::uint64_t value, std::string_view noun) {
    if (value > kExactCounts) {
        return count_text(static_cast<double>(value), noun);
    }
    return Quantity{grouped(value), std::string(noun)}.text();
}

std::string count_text(double value, std::string_view noun) {
    if (value < static_cast<double>(kExactCounts) + 0.5) {
        return count_text(static_cast<std::uint64_t>(std::llround(value)), noun);
    }
    const Quantity number = quantity(value, 0, "");
    return Quantity{number.text(), std::string(noun)}.text();
}

std::string bytes_text(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        return fmt::format("{} B", bytes);
    }
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1023.5) {  // would print as 1024
        value /= 1024;
        ++unit;
    }
    const Rounded r = rounded(std::max(value, 1.0));
    return fmt::format("{} {}", with_point(r.digits, r.point), kUnits[unit]);
}

}  // namespace systole
