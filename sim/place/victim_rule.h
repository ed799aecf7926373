#pragma once

#include "sim/core/span.h"

#include <cstdint>
#include <string_view>

namespace systole::place {

// What a victim rule may look at: positions in the order being placed.
struct VictimView {
    std::uint32_t last_use;  // the position of its latest use, or of its ALLOC
    std::uint32_t next_use;  // the position of its next use, or of its FREE
};

// Chooses which resident buffer makes room: the one with the largest key goes first, of equals the
// one with the smaller buffer id. The key of a buffer may change only when the buffer is used.
struct VictimRule {
    std::string_view name;  // of `--spill`
    std::string_view help;  // one line
    std::uint64_t (*key)(const VictimView& view);
};

// Every rule there is, in the order help texts list them.
Span<VictimRule> victim_rules();

// Error{kBadInput, "place.unknown-rule"} names the known ones when there is no such rule.
const VictimRule& victim_rule(std::string_view name);

}  // namespace systole::place
