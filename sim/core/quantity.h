#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace systole {

// A number as people read it, apart from its unit: tables put them into two columns.
struct Quantity {
    std::string number;
    std::string unit;

    // "24.05 mJ"; the number alone where there is no unit.
    std::string text() const;
};

// `value` x 10^`exponent` of `unit` with the SI prefix that leaves 1 to 999 before the point, to
// four significant digits: (24.05e12, -15, "J") -> 24.05 mJ. Digits are those of the exact decimal
// value, half rounds away from zero, and the prefix is chosen after rounding: 999.95 -> 1.000 k.
// Zero is "0" without a prefix; beyond the prefixes, 10^-24 to 10^27, a power of ten stands; what
// is not finite is "-". Micro is "u". The report's page has the same rule (html/js/format.js).
Quantity quantity(double value, int exponent, std::string_view unit);

// 1234567 -> "1,234,567", in every locale.
std::string grouped(std::uint64_t value);

// Counts stay exact up to this size.
constexpr std::uint64_t kExactCounts = 999'999;

// A count: "29,857 cycles" up to kExactCounts, four significant digits above: "1.137 M cycles".
std::string count_text(std::uint64_t value, std::string_view noun);
// The same of a count that is known in floating point only, at least 0; rounded to an integer.
std::string count_text(double value, std::string_view noun);

// Bytes with a binary unit, exact below 1024, four significant digits from there: "512 B",
// "16.28 MiB", "1.000 GiB" for 2^30 - 1.
std::string bytes_text(std::uint64_t bytes);

}  // namespace systole
