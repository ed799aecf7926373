#include "sim/core/error.h"
#include "sim/load/scalesim_cfg.h"
#include "sim/model/roofline.h"
#include "sim/model/scalesim_layers.h"
#include "sim/run/alone.h"
#include "sim/run/run_cache.h"
#include "sim/run/simulate.h"
#include "sim/run/workload.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace systole {
namespace {

void add_notes(const std::vector<std::string>& notes,
               const RunObserver& observer,
               RunResult& result) {
    for (const std::string& note : notes) {
        result.notes.push_back(note);
        if (observer.note) {
            observer.note(note);
        }
    }
}

config::ArchConfig resolve_with_record(const ConfigSource& source, RunResult& result) {
    InputFiles files;
    config::ArchConfig config = resolve_config(source, {}, &files);
    add_inputs("config", files, result.provenance.inputs);
    return config;
}

void add_nothing_simulated(RunResult& result) {
    for (const char* part : {"plan", "timeline", "counters"}) {
        result.absent.push_back({part, "no core was simulated"});
    }
    result.segments = result.simulated = 0;
}

std::optional<arch::ScalesimMemory> memory_of(const load::ScalesimCfg& cfg) {
    if (!cfg.buffers) {
        return std::nullopt;
    }
    const load::ScalesimBuffers& b = *cfg.buffers;
    return arch::ScalesimMemory{b.ifmap_kb * 1024,
                                b.filter_kb * 1024,
                                b.ofmap_kb * 1024,
                                b.ifmap_bandwidth,
                                b.filter_bandwidth,
                                b.ofmap_bandwidth};
}

}  // namespace

RunResult roofline_alone(const ConfigSource& source,
                         const RooflineRequest& request,
                         const RunObserver& observer,
                         RunCache& cache) {
    RunResult result;
    result.config = resolve_with_record(source, result);
    OpenedNetwork opened = open_network(request.network, cache);
    add_inputs("layers", opened.files, result.provenance.inputs);
    add_notes(opened.network->notes, observer, result);
    result.workload = opened.network->name;
    result.config.settle_sharing(true);
    result.roofline = model::analytic_roofline(*opened.network, result.config);
    add_nothing_simulated(result);
    return result;
}

RunResult scalesim_alone(const ConfigSource& source,
                         const ScalesimRequest& request,
                         const RunObserver& observer,
                         RunCache& cache) {
    RunResult result;
    if (!request.cfg.empty() &&
        (!source.path.empty() || source.text || !source.overrides.empty())) {
        throw_bad_input("usage.scalesim",
                        {},
                        "--scalesim-cfg stands in place of CONFIG; give the topology with -t, and "
                        "neither CONFIG nor -D");
    }
    if (request.topology.empty()) {
        throw_bad_input("usage.scalesim", {}, "no topology is given: -t FILE.csv");
    }
    ScalesimResult scalesim;
    arch::Array array;
    std::optional<arch::ScalesimMemory> memory;
    if (request.cfg.empty()) {
        result.config = resolve_with_record(source, result);
        scalesim.run_name = result.config.name;
        array = arch::array_of(result.config.cube);
    } else {
        InputFiles files;
        load::ScalesimCfg cfg = load::read_scalesim_cfg(request.cfg, &files);
        add_inputs("config", files, result.provenance.inputs);
        add_notes(cfg.notes, observer, result);
        scalesim.run_name = cfg.run_name;
        memory = memory_of(cfg);
        array.rows = cfg.rows;
        array.cols = cfg.cols;
        array.dataflow = cfg.dataflow;
    }
    OpenedNetwork opened = open_network(request.topology, cache);
    add_inputs("layers", opened.files, result.provenance.inputs);
    scalesim.layers = model::scalesim_layers(*opened.network, array, memory);
    add_notes(opened.network->notes, observer, result);
    result.workload = opened.network->name;
    result.scalesim = std::move(scalesim);
    add_nothing_simulated(result);
    return result;
}

}  // namespace systole
