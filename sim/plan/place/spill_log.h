#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"

#include <cstdint>
#include <vector>

namespace systole::place {

// One resident that could have made room, as the rule saw it.
struct SpillCandidate {
    BufId buf;
    std::uint32_t offset;
    std::uint32_t size;      // units
    std::uint32_t last_use;  // positions in the order being placed
    std::uint32_t next_use;
    Units traffic;  // extra DDR traffic of spilling it
    Cycles cycles;  // of SPILL_OUT and SPILL_IN together
    double score;   // the largest goes first; under the window rule minus the traffic
    bool chosen;
    bool pinned;   // the operation at hand uses it
    bool no_help;  // its turn came, but the gap that was made lies elsewhere: it stays
};

// Why one spill or, under the window rule, a group of spills was made.
struct SpillChoice {
    NodeId node;             // of the trace: needed the room
    std::uint32_t position;  // of it in the order being placed
    BufId needed;            // the buffer to be placed
    Tier tier;
    std::vector<SpillCandidate> candidates;  // by rising offset
};

struct SpillLog {
    std::vector<SpillChoice> choices;  // in the order of the spills
};

}  // namespace systole::place
