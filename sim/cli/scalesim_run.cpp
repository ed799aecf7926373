#include "sim/cli/scalesim_run.h"

#include "sim/cli/output.h"
#include "sim/core/error.h"
#include "sim/core/json_text.h"
#include "sim/core/output_folder.h"
#include "sim/report/scalesim_csv.h"
#include "sim/run/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <vector>

namespace systole::cli {
namespace {

const std::string& topology_of(const RunOptions& run, const ScalesimOptions& options) {
    if (!options.topology.empty() && !run.trace_path.empty()) {
        throw_bad_input("usage.scalesim", {}, "the topology is given twice, with -t and without");
    }
    return options.topology.empty() ? run.trace_path : options.topology;
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
    const RunResult result =
        systole::run({config_source(run), ScalesimRequest{options.cfg, topology_of(run, options)}},
                     observer_of(context.console));
    const ScalesimResult& scalesim = *result.scalesim;
    const std::vector<model::ScalesimLayer>& layers = scalesim.layers;
    if (!out.empty()) {
        const std::string folder = (std::filesystem::path(out) / scalesim.run_name).string();
        create_output_folder(folder);
        OutputSet files = outputs_beside(result.provenance.inputs);
        report::write_scalesim_csvs(layers, folder, files);
        files.commit();
        context.console.note(fmt::format("reports: {}", folder));
    }
    if (run.json) {
        print_result(json_text(report::scalesim_json(layers, scalesim.run_name), 2) + "\n");
    } else if (options.format.empty()) {
        print_result(report::scalesim_table(layers, context.console.colour()));
    } else {
        print_result(report::scalesim_compute_csv(layers));
    }
}

}  // namespace systole::cli
