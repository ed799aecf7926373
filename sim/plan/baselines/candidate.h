#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <string_view>

namespace systole::baselines {

// A placed order and what it costs.
struct Candidate {
    ir::Plan plan;
    Units extra_ddr = 0;
    Cycles makespan = 0;
};

// Places `order` best fit with a spill rule and measures the plan.
Candidate place_candidate(const ir::Program& program,
                          const ir::Order& order,
                          const config::ArchConfig& config,
                          std::string_view rule);

// Fills in the costs of a plan made elsewhere.
Candidate measure_candidate(const ir::Program& program,
                            ir::Plan plan,
                            const config::ArchConfig& config);

// Less traffic, then less time.
inline bool cheaper(const Candidate& a, const Candidate& b) {
    return a.extra_ddr != b.extra_ddr ? a.extra_ddr < b.extra_ddr : a.makespan < b.makespan;
}

}  // namespace systole::baselines
