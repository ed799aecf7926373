#pragma once

#include "sim/config/arch_config.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace systole::config {

// Smallest and largest: of an integer's value, or of a text's length in bytes.
struct Range {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
};

// The field of an ArchConfig that a key sets; its type is the type of the key's value: an integer,
// on/off, a text, a list of routes, a list of scratchpads, an address map, or one of the names of
// an enum.
using Slot = std::variant<std::uint64_t*,
                          bool*,
                          std::string*,
                          std::vector<Route>*,
                          std::vector<Tier>*,
                          AddressMap*,
                          Dataflow*,
                          ElementType*,
                          TilingGoal*,
                          Sharing*,
                          BusLoad*,
                          DdrModel*,
                          DdrStandard*>;

// The names that a field of an enum may be given, in the enum's order; empty for other fields.
std::vector<std::string_view> choices(const Slot& slot);

// Whether a YAML list sets the field.
bool is_list(const Slot& slot);

// Everything there is to know about one key of an architecture YAML. Reader, messages, overrides,
// echo and configs/README.md have no other source.
struct Key {
    std::string dotted;             // "tiers.l1.capacity"
    std::string_view unit;          // "" when it has none
    std::string_view default_text;  // "" = the initializer of its field
    bool required = false;
    bool inherited = true;  // false: not taken over from the file that `extends` names
    Range range;
    std::string help;
    std::function<Slot(ArchConfig&)> slot;
};

// The keys in the order that reports and configs/README.md list them.
std::vector<Key> arch_keys();

// What a value must be, without "expected": "a whole number from 1 to 1024 (units)".
std::string expected_text(const Key& key);

// The same for a table: "1 to 1024", "on, off", the names of a choice.
std::string range_text(const Key& key);

// The value that `config` holds under `key`, as a YAML file would spell it; "none" for an empty
// list or text.
std::string value_text(const Key& key, ArchConfig config);

// The text of the key's default; "required" when it has none.
std::string default_text(const Key& key);

}  // namespace systole::config
