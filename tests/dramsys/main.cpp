// Times a trace beside DRAMSys: systole_dramsys CONFIG.yaml TRACE.json DRAMSYS.json
#include "sim/config/config_reader.h"
#include "sim/load/trace_file.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/plan/planner.h"
#include "sim/time/foreign_ddr.h"
#include "tests/dramsys/dramsys_ddr.h"

#include <iostream>

using namespace systole;

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: systole_dramsys CONFIG.yaml TRACE.json DRAMSYS.json\n";
        return 2;
    }
    try {
        const config::ArchConfig config =
            config::load_arch_config(argv[1], {"contention.enabled=on"});
        const ir::Program program = load::read_trace(argv[2]);
        const ir::Plan plan = plan::make_plan(program, config, "bound", "belady");
        const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
        const time::Replay replay = time::replay_with(
            program,
            graph,
            config,
            {},
            [&](const config::DdrConfig&, const arch::Clock& clock, arch::ProcessGuard&) {
                return std::make_unique<DramsysDdr>(argv[3], clock);
            });
        std::cout << replay.timeline.makespan << " cycles\n";
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
