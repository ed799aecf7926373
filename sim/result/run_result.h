#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"
#include "sim/model/energy.h"
#include "sim/model/layer_stats.h"
#include "sim/model/metrics.h"
#include "sim/model/roofline.h"
#include "sim/model/scalesim_layers.h"
#include "sim/plan/place/spill_log.h"
#include "sim/result/array_result.h"
#include "sim/result/provenance.h"
#include "sim/stats/counter.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole {

// A part that a result does not have, and why.
struct Absence {
    std::string part;  // "plan", "timeline", "counters", "energy"
    std::string why;
};

// Layers as SCALE-Sim would report them.
struct ScalesimResult {
    std::string run_name;  // the folder of its reports
    std::vector<model::ScalesimLayer> layers;
};

// All that a run gave, owned: results outlive the run, are kept side by side, printed or stored.
// What a part means is said where its type is declared.
struct RunResult {
    std::string workload;  // case or network
    std::string method;    // of plan/methods, or "plan" for somebody else's plan
    std::string origin;    // what the plan came from, where the method chose among several; else ""
    std::string spill;     // victim rule, "own" where the method has no use for one, or "plan"
    config::ArchConfig config;
    // What ran; of a run in segments its layers alone. Shared with the cache that read it.
    std::shared_ptr<const ir::Program> program = std::make_shared<ir::Program>();

    // The single plan and what became of it; empty where has_timeline() says so.
    ir::Plan plan;
    ir::ExecGraph graph;
    ir::Timeline timeline;
    std::vector<model::NodeWait> waits;  // per node id
    std::optional<place::SpillLog> explanation;

    model::Metrics metrics;
    model::LayerTable layers;  // of a program with layers
    model::EnergyResult energy;
    std::vector<stats::Sample> counters;  // what the hardware modules counted

    std::size_t segments = 1;   // programs that the workload was cut into
    std::size_t simulated = 1;  // of them; others equal an earlier one

    // Results of requests that simulate no core.
    std::optional<model::Roofline> roofline;
    std::optional<ScalesimResult> scalesim;
    std::optional<ArrayResult> array;

    Provenance provenance;
    std::vector<std::string> notes;  // for the user
    std::vector<Absence> absent;

    // Why `part` is not there; "" when it is.
    std::string_view why_absent(std::string_view part) const {
        for (const Absence& a : absent) {
            if (a.part == part) {
                return a.why;
            }
        }
        return {};
    }
    bool has_timeline() const { return why_absent("timeline").empty(); }
};

}  // namespace systole
