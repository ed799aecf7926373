#include "sim/run/workload.h"

#include "sim/config/config_echo.h"
#include "sim/core/error.h"
#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/load/trace_file.h"
#include "sim/lower/lower_network.h"
#include "sim/model/op_cycles.h"
#include "sim/model/routes.h"
#include "sim/run/run_cache.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace systole {
namespace {

void tell_stage(const RunObserver& observer, std::string_view what) {
    if (observer.stage) {
        observer.stage(what);
    }
}

// Everything of a machine that a program may depend on: not how it is scheduled and priced.
std::string machine_text(const config::ArchConfig& config) {
    std::string text;
    for (const config::EchoRow& row : config::config_echo(config)) {
        if (row.key.rfind("schedule.", 0) != 0 && row.key.rfind("energy.", 0) != 0) {
            text += row.key + "=" + row.value + "\n";
        }
    }
    return text;
}

// Lowers the network, or cuts it where its program would be too large.
void lower_or_cut(const Simulation& simulation,
                  const config::ArchConfig& config,
                  const RunObserver& observer,
                  RunCache& cache,
                  Workload& workload) {
    auto& known = cache.content().programs[fmt::format(
        "{}\n{}{}", simulation.workload, machine_text(config), simulation.segment_steps)];
    if (known.value) {
        workload.program = known.value;
        return;
    }
    workload.segments = cut_into_segments(*workload.network, config, simulation.segment_steps);
    if (workload.segments.size() > 1) {
        return;
    }
    workload.segments.clear();
    lower::Lowered lowered =
        lower::lower_network(*workload.network, config, [&](std::size_t layer, std::size_t layers) {
            if (observer.progress) {
                observer.progress("lowering", layer, layers);
            }
        });
    known.value = std::make_shared<ir::Program>(std::move(lowered.program));
    workload.program = known.value;
}

const RunCache::Content::Read<ir::Program>& trace(const Simulation& simulation,
                                                  const config::ArchConfig& config,
                                                  const RunObserver& observer,
                                                  RunCache& cache) {
    const bool by_model = simulation.cycles == CyclesRule::kModel;
    auto& known =
        cache.content()
            .programs[simulation.workload + (by_model ? "\n" + machine_text(config) : "")];
    if (!known.value) {
        tell_stage(observer, "reading the trace");
        auto program =
            std::make_shared<ir::Program>(load::load_trace(simulation.workload, &known.files));
        if (by_model) {
            model::recompute_cycles(*program, config);
        }
        known.value = std::move(program);
    }
    return known;
}

}  // namespace

OpenedNetwork open_network(const std::string& path, RunCache& cache) {
    auto& known = cache.content().networks[path];
    if (!known.value) {
        known.value = std::make_shared<ir::Network>(load::load_network(path, &known.files));
    }
    return {known.value, known.files};
}

std::vector<InputRecord> workload_inputs(const Simulation& simulation,
                                         const config::ArchConfig& config,
                                         RunCache& cache) {
    std::vector<InputRecord> inputs;
    if (load::is_network_path(simulation.workload)) {
        add_inputs("layers", open_network(simulation.workload, cache).files, inputs);
    } else {
        add_inputs("trace", trace(simulation, config, {}, cache).files, inputs);
    }
    return inputs;
}

Workload open_workload(const Simulation& simulation,
                       const config::ArchConfig& config,
                       const RunObserver& observer,
                       RunCache& cache) {
    const std::string& path = simulation.workload;
    Workload workload;
    if (load::is_network_path(path)) {
        if (simulation.cycles == CyclesRule::kTrace) {
            throw_bad_input("run.option",
                            {path, 0, {}},
                            "--cycles trace is for traces; layers have no cycles of their own");
        }
        tell_stage(observer, "reading the layers");
        OpenedNetwork opened = open_network(path, cache);
        workload.name = load::network_name(path);
        add_inputs("layers", opened.files, workload.files);
        workload.network = std::move(opened.network);
        lower_or_cut(simulation, config, observer, cache, workload);
    } else {
        const auto& read = trace(simulation, config, observer, cache);
        workload.program = read.value;
        workload.name = load::case_name(path);
        add_inputs("trace", read.files, workload.files);
    }
    if (workload.program) {
        model::check_routes(*workload.program, config);
    }
    return workload;
}

}  // namespace systole
