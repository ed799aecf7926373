#pragma once

#include "sim/config/key_table.h"
#include "sim/core/hardware.h"

#include <fmt/format.h>

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace systole::config {

// A row of the table of one config struct: the key's last part, how to store it, what it means.
// The default is the initializer of `member`.
template <class Owner>
struct KeyRow {
    using Member = std::variant<std::uint64_t Owner::*,
                                bool Owner::*,
                                std::string Owner::*,
                                std::vector<Tier> Owner::*,
                                AddressMap Owner::*,
                                Dataflow Owner::*,
                                ElementType Owner::*,
                                TilingGoal Owner::*,
                                Sharing Owner::*,
                                BusLoad Owner::*,
                                DdrModel Owner::*,
                                DdrStandard Owner::*>;
    std::string_view name;
    Member member;
    std::string_view unit;
    Range range;
    std::string_view help;
    bool required = false;
    bool inherited = true;
    std::string_view default_text = {};
};

// Sizes and offsets are 32-bit in the plan; the other limits keep sums over any trace that fits in
// memory inside 64 bits, far beyond any hardware.
inline constexpr std::uint64_t kMaxUnits = 0x7FFFFFFFu;
inline constexpr std::uint64_t kMaxBytes = 1u << 20;
inline constexpr std::uint64_t kMaxCycles = 1'000'000;

inline std::string lower_case(std::string_view text) {
    std::string result;
    for (const char c : text) {
        result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

// Appends the rows of one table as the keys of `section`. `owner` finds the table's struct in an
// ArchConfig; `subject` replaces {} in the help.
template <class Owner, std::size_t N, class FindOwner>
void append_keys(std::vector<Key>& keys,
                 const std::string& section,
                 const KeyRow<Owner> (&rows)[N],
                 std::string_view subject,
                 FindOwner owner) {
    for (const KeyRow<Owner>& row : rows) {
        Key key;
        key.dotted =
            section.empty() ? std::string(row.name) : fmt::format("{}.{}", section, row.name);
        key.unit = row.unit;
        key.default_text = row.default_text;
        key.required = row.required;
        key.inherited = row.inherited;
        key.range = row.range;
        key.help = fmt::format(fmt::runtime(row.help), subject);
        key.slot = [owner, member = row.member](ArchConfig& config) {
            return std::visit([&](auto m) -> Slot { return &(owner(config).*m); }, member);
        };
        keys.push_back(std::move(key));
    }
}

// The tables, in the order of arch_keys().
void append_core_keys(std::vector<Key>& keys);      // top level
void append_memory_keys(std::vector<Key>& keys);    // tiers, spill, ddr, contention, routes
void append_compute_keys(std::vector<Key>& keys);   // cube, vector
void append_movement_keys(std::vector<Key>& keys);  // dma, bandwidth, paths
void append_policy_keys(std::vector<Key>& keys);    // tiling, energy

}  // namespace systole::config
