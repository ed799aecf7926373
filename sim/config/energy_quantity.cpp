#include "sim/config/energy_quantity.h"

#include "sim/core/mul_div.h"

#include <array>
#include <charconv>
#include <utility>

namespace systole::config {
namespace {

constexpr std::size_t kMaxDigits = 15;  // of a number, so that it fits 64 bits with room to spare
constexpr std::size_t kMaxDecimals = 9;

// digits / scale
struct Decimal {
    std::uint64_t digits = 0;
    std::uint64_t scale = 1;
};

std::optional<Decimal> split_decimal(std::string_view text) {
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view decimals =
        point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    if (whole.empty() || whole.size() + decimals.size() > kMaxDigits ||
        decimals.size() > kMaxDecimals || (point != std::string_view::npos && decimals.empty())) {
        return std::nullopt;
    }
    Decimal number;
    for (const std::string_view part : {whole, decimals}) {
        for (const char c : part) {
            if (c < '0' || '9' < c) {
                return std::nullopt;
            }
            number.digits = number.digits * 10 + static_cast<std::uint64_t>(c - '0');
        }
    }
    for (std::size_t i = 0; i < decimals.size(); ++i) {
        number.scale *= 10;
    }
    return number;
}

using Prefix = std::pair<std::string_view, std::uint64_t>;
constexpr std::array<Prefix, 4> kEnergies = {
    {{"fJ", 1'000}, {"pJ", 1'000'000}, {"nJ", 1'000'000'000}, {"uJ", 1'000'000'000'000}}};
constexpr std::array<Prefix, 4> kPowers = {
    {{"nW", 1}, {"uW", 1'000}, {"mW", 1'000'000}, {"W", 1'000'000'000}}};

template <std::size_t N>
std::optional<std::uint64_t> factor_of(const std::array<Prefix, N>& table, std::string_view name) {
    for (const Prefix& p : table) {
        if (p.first == name) {
            return p.second;
        }
    }
    return std::nullopt;
}

// The bits that "byte", "bit" or "64bit" names, or none.
std::optional<std::uint64_t> bits_of(std::string_view text) {
    if (text == "byte") {
        return 8;
    }
    if (text == "bit") {
        return 1;
    }
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc() || rest != "bit" || bits == 0 || bits > 65'536) {
        return std::nullopt;
    }
    return bits;
}

// By how much an energy per `text` is to be multiplied and divided to be one per `per`.
std::optional<std::pair<std::uint64_t, std::uint64_t>> per_of(std::string_view text,
                                                              EnergyPer per) {
    using Ratio = std::pair<std::uint64_t, std::uint64_t>;
    if (per == EnergyPer::kByte) {
        const auto bits = bits_of(text);
        return bits ? std::optional<Ratio>({8, *bits}) : std::nullopt;
    }
    const std::string_view expected = example_unit(per);
    const std::size_t slash = expected.find('/');
    const std::string_view wanted =
        slash == std::string_view::npos ? std::string_view{} : expected.substr(slash + 1);
    return text == wanted ? std::optional<Ratio>({1, 1}) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_quantity(std::string_view value,
                                            std::string_view unit,
                                            EnergyPer per,
                                            std::optional<Attojoules> anchor,
                                            bool* bad_unit) {
    const auto unknown_unit = [&]() -> std::optional<std::uint64_t> {
        if (bad_unit != nullptr) {
            *bad_unit = true;
        }
        return std::nullopt;
    };
    if (bad_unit != nullptr) {
        *bad_unit = false;
    }
    std::optional<std::uint64_t> factor;
    std::pair<std::uint64_t, std::uint64_t> ratio = {1, 1};
    if (per == EnergyPer::kTime) {
        factor = factor_of(kPowers, unit);
    } else {
        const std::size_t slash = unit.find('/');
        const std::string_view prefix = unit.substr(0, slash);
        factor = prefix == "x" ? anchor : factor_of(kEnergies, prefix);
        const auto found = per_of(
            slash == std::string_view::npos ? std::string_view{} : unit.substr(slash + 1), per);
        if (!found) {
            return unknown_unit();
        }
        ratio = *found;
    }
    if (!factor) {
        return unknown_unit();
    }
    const std::optional<Decimal> number = split_decimal(value);
    if (!number) {
        return std::nullopt;
    }
    const auto multiplier = mul_div(*factor, ratio.first, 1);
    return multiplier ? mul_div(number->digits, *multiplier, number->scale * ratio.second)
                      : std::nullopt;
}

std::optional<std::uint64_t> parse_decimal(std::string_view text, std::uint64_t factor) {
    const std::optional<Decimal> number = split_decimal(text);
    return number ? mul_div(number->digits, factor, number->scale) : std::nullopt;
}

std::string_view example_unit(EnergyPer per) {
    switch (per) {
        case EnergyPer::kMac:
            return "pJ/MAC";
        case EnergyPer::kOp:
            return "pJ/op";
        case EnergyPer::kByte:
            return "pJ/byte";
        case EnergyPer::kActivate:
            return "pJ/activate";
        case EnergyPer::kTime:
            return "mW";
        case EnergyPer::kNothing:
            break;
    }
    return "pJ";
}

}  // namespace systole::config
