#include "sim/rivals/candidate.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/place/best_fit_placer.h"
#include "sim/place/victim_rule.h"

#include <utility>

namespace systole::rivals {

Candidate measure_candidate(const ir::Trace& trace,
                            ir::Plan plan,
                            const config::ArchConfig& config) {
    Candidate candidate;
    candidate.makespan = model::recurrence(model::build_exec_graph(trace, plan, config)).makespan;
    candidate.extra_ddr = model::spill_traffic(trace, plan, config);
    candidate.plan = std::move(plan);
    return candidate;
}

Candidate place_candidate(const ir::Trace& trace,
                          const ir::Order& order,
                          const config::ArchConfig& config,
                          std::string_view rule) {
    return measure_candidate(
        trace, place::place_best_fit(trace, order, config, place::victim_rule(rule)), config);
}

}  // namespace systole::rivals
