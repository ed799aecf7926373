#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <vector>

namespace systole::place {

// What a placement asks about a buffer again and again, side by side.
struct BufferCost {
    std::uint32_t size = 0;  // units
    Tier tier = Tier::kL1;
    bool backed = false;
    Units traffic = 0;  // extra DDR traffic of one spill
    Cycles out = 0;     // of its SPILL_OUT and SPILL_IN
    Cycles in = 0;
};

// Per buffer, by the execution model's spill costs.
std::vector<BufferCost> buffer_costs(const ir::Program& program, const config::ArchConfig& config);

}  // namespace systole::place
