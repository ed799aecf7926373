#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systole {

// The whole numbers that people write, in configs, layer lists, tables and options alike: decimal
// digits that fit 64 bits, without sign, separators, quotes or a leading zero ("010" is eight to
// some readers of YAML and ten to others). None for anything else.
std::optional<std::uint64_t> parse_whole_number(std::string_view text);

// Only digits, though perhaps no number of the grammar.
bool all_digits(std::string_view text);

// Why a text that is none looks like one, and what to write instead: "; drop the leading zero ...".
// Empty where there is nothing to say. `quoted`: it stood between quotes.
std::string number_hint(std::string_view text, bool quoted = false);

}  // namespace systole
