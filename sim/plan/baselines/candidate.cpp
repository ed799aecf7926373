#include "sim/plan/baselines/candidate.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"

#include <utility>

namespace systole::baselines {

Candidate measure_candidate(const ir::Program& program,
                            ir::Plan plan,
                            const config::ArchConfig& config) {
    Candidate candidate;
    candidate.makespan = model::recurrence(model::build_exec_graph(program, plan, config)).makespan;
    candidate.extra_ddr = model::spill_traffic(program, plan, config);
    candidate.plan = std::move(plan);
    return candidate;
}

Candidate place_candidate(const ir::Program& program,
                          const ir::Order& order,
                          const config::ArchConfig& config,
                          std::string_view rule) {
    return measure_candidate(
        program, place::place_best_fit(program, order, config, place::victim_rule(rule)), config);
}

}  // namespace systole::baselines
