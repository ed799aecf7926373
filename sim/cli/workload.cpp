#include "sim/cli/workload.h"

#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/load/trace_file.h"
#include "sim/model/op_cycles.h"
#include "sim/model/routes.h"

#include <string>
#include <utility>

namespace systole::cli {

lower::Lowered lower_file(const Context& context,
                          const std::string& path,
                          const config::ArchConfig& config,
                          ir::Network& network) {
    context.console.stage("reading the layers");
    network = load::load_network(path);
    for (const std::string& note : network.notes) {
        context.console.note(note);
    }
    const auto shown = context.console.progress("lowering");
    return lower::lower_network(network, config, [&](std::size_t layer, std::size_t layers) {
        if (shown) {
            shown(layer, layers);
        }
    });
}

Workload read_workload(const Context& context,
                       const std::string& path,
                       const config::ArchConfig& config,
                       const std::string& cycles) {
    Workload work;
    if (load::is_network_path(path)) {
        ir::Network network;
        work.program = lower_file(context, path, config, network).program;
        work.name = load::network_name(path);
        work.files = {path};
        work.lowered = true;
    } else {
        context.console.stage("reading the trace");
        work.program = load::load_trace(path);
        work.name = load::case_name(path);
        work.files = load::trace_files(path);
        if (cycles == "model") {
            model::recompute_cycles(work.program, config);
        }
    }
    model::check_routes(work.program, config);
    return work;
}

}  // namespace systole::cli
