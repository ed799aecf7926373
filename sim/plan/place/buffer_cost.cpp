#include "sim/plan/place/buffer_cost.h"

#include "sim/model/spill_cost.h"

namespace systole::place {

std::vector<BufferCost> buffer_costs(const ir::Program& program, const config::ArchConfig& config) {
    std::vector<BufferCost> costs(program.buffers());
    for (std::size_t b = 0; b < costs.size(); ++b) {
        const bool backed = program.backed[b];
        const model::SpillCost cost = model::spill_cost(program.size[b], backed, config.spill);
        costs[b] = {program.size[b], program.tier[b], backed, cost.traffic, cost.out, cost.in};
    }
    return costs;
}

}  // namespace systole::place
