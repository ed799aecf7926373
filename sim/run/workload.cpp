#include "sim/run/workload.h"

#include "sim/config/config_echo.h"
#include "sim/core/error.h"
#include "sim/core/file_kind.h"
#include "sim/load/workload_file.h"
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
    auto& known = cache.content().made[fmt::format(
        "{}\n{}{}", simulation.workload, machine_text(config), simulation.segment_steps)];
    if (known) {
        workload.program = known;
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
    known = std::make_shared<ir::Program>(std::move(lowered.program));
    workload.program = known;
}

std::shared_ptr<const load::Workload> opened(const std::string& path,
                                             const RunObserver& observer,
                                             RunCache& cache) {
    auto& all = cache.content().opened;
    if (const auto known = all.find(path); known != all.end()) {
        return known->second;
    }
    tell_stage(observer, "reading the workload");
    return all.emplace(path, std::make_shared<load::Workload>(load::open(path))).first->second;
}

const char* role_of(const load::Workload& read) {
    return read.network() != nullptr ? "layers" : "trace";
}

// The trace with the cycles that the model gives its shapes on this machine.
std::shared_ptr<const ir::Program> with_model_cycles(const std::string& path,
                                                     const ir::Program& trace,
                                                     const config::ArchConfig& config,
                                                     RunCache& cache) {
    auto& known = cache.content().made[path + "\n" + machine_text(config)];
    if (!known) {
        auto program = std::make_shared<ir::Program>(trace);
        model::recompute_cycles(*program, config);
        known = std::move(program);
    }
    return known;
}

}  // namespace

OpenedNetwork open_network(const std::string& path, RunCache& cache) {
    const auto read = opened(path, {}, cache);
    if (read->network() == nullptr) {
        throw_bad_input(
            "run.kind",
            {path, 0, {}},
            fmt::format("this is a trace; expected {}", describe(FileKind::kLayerList)));
    }
    return {{read, read->network()}, read->files};
}

std::vector<InputRecord> workload_inputs(const Simulation& simulation, RunCache& cache) {
    std::vector<InputRecord> inputs;
    const auto read = opened(simulation.workload, {}, cache);
    add_inputs(role_of(*read), read->files, inputs);
    return inputs;
}

Workload open_workload(const Simulation& simulation,
                       config::ArchConfig& config,
                       const RunObserver& observer,
                       RunCache& cache) {
    const std::string& path = simulation.workload;
    const auto read = opened(path, observer, cache);
    config.settle_sharing(read->network() != nullptr);
    Workload workload;
    workload.name = read->name;
    add_inputs(role_of(*read), read->files, workload.files);
    if (const ir::Network* network = read->network()) {
        if (simulation.cycles == CyclesRule::kTrace) {
            throw_bad_input("run.option",
                            {path, 0, {}},
                            "--cycles trace is for traces; layers have no cycles of their own");
        }
        workload.network = {read, network};
        lower_or_cut(simulation, config, observer, cache, workload);
    } else {
        workload.program = simulation.cycles == CyclesRule::kModel
                               ? with_model_cycles(path, *read->program(), config, cache)
                               : std::shared_ptr<const ir::Program>(read, read->program());
    }
    if (workload.program) {
        model::check_routes(*workload.program, config);
    }
    return workload;
}

}  // namespace systole
