#include "sim/plan/place/victim_rule.h"

#include "sim/core/named_table.h"

#include <array>

namespace systole::place {
namespace {

// Belady 1966: the farthest next use. Optimal for pages of one size and cost; a heuristic here.
std::uint64_t belady_key(const VictimView& view) {
    return view.next_use;
}

// Least recently used: the oldest last use.
std::uint64_t lru_key(const VictimView& view) {
    return 0xFFFFFFFFu - view.last_use;
}

constexpr std::array kRules = {
    VictimRule{"belady", "the buffer whose next use is farthest", belady_key},
    VictimRule{"lru", "the buffer least recently used", lru_key},
    VictimRule{"tier-aware",
               "L0A, L0B, L0C: as belady; L1, UB: the farthest next use for the cost of a spill "
               "(the DAN paper's DLR)",
               belady_key,
               VictimSearch::kDistance},
    VictimRule{"window",
               "all buffers of the stretch of addresses that costs least to spill",
               belady_key,
               VictimSearch::kWindow},
};

}  // namespace

Span<VictimRule> victim_rules() {
    return {kRules.data(), kRules.size()};
}

const VictimRule& victim_rule(std::string_view name) {
    return find_named(victim_rules(), name, "place.unknown-rule", "spill rule");
}

}  // namespace systole::place
