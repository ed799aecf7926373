#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systole::config {

// Energies of single actions in attojoules (10^-18 J), powers in nanowatts: whole numbers, so that
// every sum is exact. 1 pJ = 1,000,000 aJ, 1 mW = 1,000,000 nW.
using Attojoules = std::uint64_t;
using Nanowatts = std::uint64_t;

// What a number of an energy table is counted per.
enum class EnergyPer : std::uint8_t {
    kMac,       // "pJ/MAC"
    kOp,        // "pJ/op": one operation on one element
    kByte,      // "pJ/byte", "pJ/bit" or "pJ/64bit": an access of so many bits, linear in its width
    kActivate,  // "pJ/activate": a DRAM row opened and closed again
    kNothing,   // "pJ"
    kTime       // "mW"
};

// The number `value` (digits, perhaps a point and digits) in `unit`, as attojoules per MAC, op,
// byte or activation, or as nanowatts; rounded to the nearest. Energies take the prefixes f, p, n,
// u, or "x" for multiples of `anchor` attojoules; powers n, u, m or none. No value when the text is
// not a number or the unit none of `per`; `bad_unit`, if given, says which of the two.
std::optional<std::uint64_t> parse_quantity(std::string_view value,
                                            std::string_view unit,
                                            EnergyPer per,
                                            std::optional<Attojoules> anchor,
                                            bool* bad_unit = nullptr);

// The number `text` (digits, perhaps a point and digits) times `factor`, to the nearest; no value
// when it is no such number, has more than 15 digits or 9 decimals, or the product exceeds 63 bits.
std::optional<std::uint64_t> parse_decimal(std::string_view text, std::uint64_t factor);

// "pJ/MAC", for a message.
std::string_view example_unit(EnergyPer per);

}  // namespace systole::config
