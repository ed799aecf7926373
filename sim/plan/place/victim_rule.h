#pragma once

#include "sim/core/hardware.h"
#include "sim/core/span.h"

#include <cstdint>
#include <string_view>

namespace systole::place {

// What a victim rule may look at; positions are those of the order being placed.
struct VictimView {
    std::uint32_t last_use;  // the position of its latest use, or of its ALLOC
    std::uint32_t next_use;  // the position of its next use, or of its FREE
};

// How a rule finds those who make room.
enum class VictimSearch : std::uint8_t {
    kKey,       // one after the other: the largest key goes first, of equals the smaller buffer id
    kDistance,  // in L1 and UB by reuse distance over the cost of a spill, else as kKey
    kWindow  // all residents of one stretch of addresses at once: the stretch of least spill cost
};

// Chooses which residents make room. The key of a buffer may change only when the buffer is used.
struct VictimRule {
    std::string_view name;  // of `--spill`
    std::string_view help;  // one line
    std::uint64_t (*key)(const VictimView& view);
    VictimSearch search = VictimSearch::kKey;
};

// Every rule there is, in the order help texts list them.
Span<VictimRule> victim_rules();

// Error{kBadInput, "place.unknown-rule"} names the known ones when there is no such rule.
const VictimRule& victim_rule(std::string_view name);

}  // namespace systole::place
