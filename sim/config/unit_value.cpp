#include "sim/config/unit_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace systole::config {
namespace {

// A unit as a ratio of whole numbers of the base: bytes, hertz, picoseconds.
struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

constexpr std::array<Unit, 9> kBytes = {{{"B", 1},
                                         {"kB", 1'000},
                                         {"MB", 1'000'000},
                                         {"GB", 1'000'000'000},
                                         {"TB", 1'000'000'000'000},
                                         {"KiB", std::uint64_t{1} << 10},
                                         {"MiB", std::uint64_t{1} << 20},
                                         {"GiB", std::uint64_t{1} << 30},
                                         {"TiB", std::uint64_t{1} << 40}}};
constexpr std::array<Unit, 4> kHertz = {
    {{"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}}};
constexpr std::array<Unit, 5> kSeconds = {
    {{"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}}};

__extension__ using Wide = unsigned __int128;

// The number `digits` / 10^`decimals`.
struct Decimal {
    std::uint64_t digits = 0;
    std::uint64_t divisor = 1;
    std::string_view rest;  // what stands behind it, without blanks
};

std::optional<Decimal> parse_decimal(std::string_view text) {
    constexpr std::size_t kMostDigits = 15;
    Decimal number;
    std::size_t count = 0;
    bool point = false;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '.' && !point && count > 0) {
            point = true;
        } else if (c >= '0' && c <= '9' && count < kMostDigits) {
            number.digits = 10 * number.digits + static_cast<std::uint64_t>(c - '0');
            number.divisor *= point ? 10 : 1;
            ++count;
        } else {
            break;
        }
    }
    if (count == 0 || text[i - 1] == '.') {
        return std::nullopt;
    }
    number.rest = text.substr(i);
    number.rest.remove_prefix(std::min(number.rest.find_first_not_of(' '), number.rest.size()));
    return number;
}

template <std::size_t N>
std::optional<std::uint64_t> factor_of(const std::array<Unit, N>& units, std::string_view name) {
    for (const Unit& unit : units) {
        if (unit.name == name) {
            return unit.factor;
        }
    }
    return std::nullopt;
}

template <std::size_t N>
std::string names_of(const std::array<Unit, N>& units, std::string_view behind = "") {
    std::vector<std::string> names;
    for (const Unit& unit : units) {
        names.push_back(fmt::format("{}{}", unit.name, behind));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

UnitValue unknown(std::string_view unit, const std::string& known) {
    return {std::nullopt, fmt::format("'{}' is no unit here; known are {}", unit, known)};
}

// number * up / down, when it is whole.
UnitValue exactly(const Decimal& number, Wide up, Wide down, const std::string& unit) {
    up *= number.digits;
    down *= number.divisor;
    const double about = static_cast<double>(up) / static_cast<double>(down);
    if (up % down != 0 || up / down > (std::uint64_t{1} << 62)) {
        return {std::nullopt,
                fmt::format("that is {:.12g} {}, expected a whole number", about, unit)};
    }
    return {static_cast<std::uint64_t>(up / down), ""};
}

UnitValue bytes_per_cycle(const Decimal& number, const UnitScale& scale) {
    constexpr std::string_view kPerCycle = "/cycle";
    constexpr std::string_view kPerSecond = "/s";
    const auto size = [&](std::string_view behind) -> std::optional<std::uint64_t> {
        const std::string_view name = number.rest;
        if (name.size() <= behind.size() || name.substr(name.size() - behind.size()) != behind) {
            return std::nullopt;
        }
        return factor_of(kBytes, name.substr(0, name.size() - behind.size()));
    };
    if (const auto factor = size(kPerCycle)) {
        return exactly(number, *factor, 1, "bytes a cycle");
    }
    if (const auto factor = size(kPerSecond)) {
        return exactly(number,
                       *factor,
                       Wide{scale.clock_mhz} * 1'000'000,
                       fmt::format("bytes a cycle at {} MHz", scale.clock_mhz));
    }
    return unknown(number.rest, names_of(kBytes, "/s") + ", and the same per cycle (B/cycle)");
}

}  // namespace

std::optional<UnitValue> parse_unit_value(std::string_view text,
                                          std::string_view unit,
                                          const UnitScale& scale) {
    const std::optional<Decimal> number = parse_decimal(text);
    const auto letter = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '/';
    };
    if (!number || number->rest.empty() ||
        !std::all_of(number->rest.begin(), number->rest.end(), letter) ||
        unit_example(unit).empty()) {
        return std::nullopt;
    }
    if (unit == "bytes/cycle") {
        return bytes_per_cycle(*number, scale);
    }
    if (unit == "MHz") {
        const auto factor = factor_of(kHertz, number->rest);
        return factor ? exactly(*number, *factor, 1'000'000, "MHz")
                      : unknown(number->rest, names_of(kHertz));
    }
    if (unit == "cycles") {
        const auto factor = factor_of(kSeconds, number->rest);
        return factor ? exactly(*number,
                                Wide{*factor} * scale.clock_mhz,
                                1'000'000,
                                fmt::format("cycles at {} MHz", scale.clock_mhz))
                      : unknown(number->rest, names_of(kSeconds));
    }
    const auto factor = factor_of(kBytes, number->rest);
    if (!factor) {
        return unknown(number->rest, names_of(kBytes));
    }
    return unit == "units" ? exactly(*number,
                                     *factor,
                                     scale.bytes_per_unit,
                                     fmt::format("units of {} bytes", scale.bytes_per_unit))
                           : exactly(*number, *factor, 1, "bytes");
}

std::string_view unit_example(std::string_view unit) {
    if (unit == "bytes" || unit == "units") {
        return "64KiB";
    }
    if (unit == "bytes/cycle") {
        return "25.6GB/s";
    }
    if (unit == "MHz") {
        return "1.2GHz";
    }
    return unit == "cycles" ? "100ns" : "";
}

}  // namespace systole::config
