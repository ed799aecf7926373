#include "sim/cli/scalesim_run.h"

#include "arch/cube/systolic_timing.h"
#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/load/network_file.h"
#include "sim/load/scalesim_cfg.h"
#include "sim/model/scalesim_layers.h"
#include "sim/report/scalesim_csv.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace systole::cli {
namespace {

// The machine that the options name, as far as this convention goes.
struct Machine {
    std::string run_name;
    arch::Array array;
    std::optional<arch::ScalesimMemory> memory;
    std::vector<std::string> notes;
};

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

Machine machine_of(const RunOptions& run, const ScalesimOptions& options) {
    if (options.cfg.empty()) {
        const config::ArchConfig config = load_config(run);
        return {config.name, arch::array_of(config.cube), {}, {}};
    }
    if (!run.config_path.empty() || !run.overrides.empty()) {
        throw_bad_input("usage.scalesim",
                        {},
                        "--scalesim-cfg stands in place of CONFIG; give the topology with -t, and "
                        "neither CONFIG nor -D");
    }
    load::ScalesimCfg cfg = load::read_scalesim_cfg(options.cfg);
    Machine machine{cfg.run_name, {}, memory_of(cfg), std::move(cfg.notes)};
    machine.array.rows = cfg.rows;
    machine.array.cols = cfg.cols;
    machine.array.dataflow = cfg.dataflow;
    return machine;
}

const std::string& topology_of(const RunOptions& run, const ScalesimOptions& options) {
    if (!options.topology.empty() && !run.trace_path.empty()) {
        throw_bad_input("usage.scalesim", {}, "the topology is given twice, with -t and without");
    }
    const std::string& path = options.topology.empty() ? run.trace_path : options.topology;
    if (path.empty()) {
        throw_bad_input("usage.scalesim", {}, "no topology is given: -t FILE.csv");
    }
    return path;
}

}  // namespace

void add_scalesim_options(CLI::App& app, ScalesimOptions& options) {
    app.add_option("--scalesim-cfg",
                   options.cfg,
                   "in place of CONFIG: a SCALE-Sim configuration; every layer alone, timed by "
                   "SCALE-Sim's rules")
        ->type_name("FILE.cfg");
    app.add_option("-t", options.topology, "in place of the workload: a SCALE-Sim topology")
        ->type_name("FILE.csv");
    app.add_option("--format",
                   options.format,
                   "scalesim: time every layer alone by SCALE-Sim's rules and print its "
                   "COMPUTE_REPORT.csv; its three reports go to --out/RUN_NAME")
        ->check(CLI::IsMember({"scalesim"}));
}

void run_scalesim(const Context& context,
                  const RunOptions& run,
                  const ScalesimOptions& options,
                  const std::string& out) {
    if (options.cfg.empty() && run.config_path.empty()) {
        throw_bad_input("usage.scalesim", {}, "no architecture is given: --scalesim-cfg FILE.cfg");
    }
    const Machine machine = machine_of(run, options);
    const ir::Network network = load::load_network(topology_of(run, options));
    const std::vector<model::ScalesimLayer> layers =
        model::scalesim_layers(network, machine.array, machine.memory);
    for (const std::string& note : machine.notes) {
        context.console.note(note);
    }
    for (const std::string& note : network.notes) {
        context.console.note(note);
    }
    if (!out.empty()) {
        const std::string folder = (std::filesystem::path(out) / machine.run_name).string();
        create_output_folder(folder);
        report::write_scalesim_csvs(layers, folder);
        context.console.note(fmt::format("reports: {}", folder));
    }
    if (run.json) {
        print_result(report::scalesim_json(layers, machine.run_name)
                         .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                     "\n");
    } else if (options.format.empty()) {
        print_result(report::scalesim_table(layers, context.console.colour()));
    } else {
        print_result(report::scalesim_compute_csv(layers));
    }
}

}  // namespace systole::cli
