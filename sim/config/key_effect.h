#pragma once

#include "sim/config/arch_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace systole::config {

// A key that somebody set and that changes nothing of a run.
struct IdleKey {
    std::string key;  // dotted
    std::string_view why;
    bool by_hand = false;  // set with -D, not by a file
};

// The keys among `config.sources` without effect on the time of a run, in the order of the key
// tables, each with its reason: those of shared memory with contention off (settle_sharing), those
// of the DDR model that is not used, those of other dataflows and, with `own_cycles`, what shapes
// are timed by while a trace brings the cycles of its nodes.
std::vector<IdleKey> keys_without_effect(const ArchConfig& config, bool own_cycles);

// A line for the user about those that were given with -D; "" when there are none.
std::string idle_note(const std::vector<IdleKey>& keys);

}  // namespace systole::config
