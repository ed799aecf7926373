// What a workload costs from layer list to replayed makespan, stage by stage.
//
//   bench_end_to_end [--contended | --dram] [TOPOLOGY.csv | MxNxK]...
//
// Default: GEMM 1024^3 and 2048^3, and AlexNet and ResNet-50 where the shared topologies are, at
// 32x32 and 128x128 (weight-stationary int8, tiers of a Davinci-class core, no contention).
// --contended shares ports and the simple DDR, --dram has detailed DRAM: 4 channels of DDR4-3200.
// Every row runs in a process of its own. Seconds of CPU-bound wall time; the whole is what
// `systole run` does without writing a report.

#include "sim/load/topology_csv.h"
#include "sim/lower/lower_network.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/plan/schedule/original_order.h"
#include "sim/time/replay.h"
#include "tests/support/paths.h"

#include <systemc>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

extern "C" int sc_main(int, char**) {
    return 0;
}

namespace {

using namespace systole;

config::ArchConfig core(std::uint64_t side) {
    config::ArchConfig config;
    config.name = fmt::format("ws-{0}x{0}", side);
    config.tiers[Tier::kL1].capacity = 4096;
    config.tiers[Tier::kUB].capacity = 1024;
    config.tiers[Tier::kL0A].capacity = 256;
    config.tiers[Tier::kL0B].capacity = 256;
    config.tiers[Tier::kL0C].capacity = 512;
    config.cube.rows = side;
    config.cube.cols = side;
    config.cube.depth = 1;
    config.cube.dataflow = Dataflow::kWeightStationary;
    config.cube.element = ElementType::kInt8;
    return config;
}

ir::Network network_of(const std::string& item) {
    unsigned long long m = 0;
    unsigned long long n = 0;
    unsigned long long k = 0;
    if (std::sscanf(item.c_str(), "%llux%llux%llu", &m, &n, &k) != 3) {
        return load::read_topology(item);
    }
    ir::Network network;
    network.name = item;
    network.layers.resize(1);
    network.layers[0].name = item;
    network.layers[0].m = m;
    network.layers[0].n = n;
    network.layers[0].k = k;
    return network;
}

class Laps {
 public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        return seconds;
    }

 private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void print_row(const std::string& item, const config::ArchConfig& config) {
    const std::uint64_t side = config.cube.rows;
    Laps laps;
    const ir::Network network = network_of(item);
    const double read = laps.lap();
    const lower::Lowered lowered = lower::lower_network(network, config);
    const double lower = laps.lap();
    const ir::Order order = schedule::original_order(lowered.program, config);
    const double schedule = laps.lap();
    const ir::Plan plan =
        place::place_best_fit(lowered.program, order, config, place::victim_rule("belady"));
    const double place = laps.lap();
    const ir::ExecGraph graph = model::build_exec_graph(lowered.program, plan, config);
    const double built = laps.lap();
    const Cycles expected = model::recurrence(graph).makespan;
    const double recurrence = laps.lap();
    const Cycles makespan = time::replay(lowered.program, graph, config).timeline.makespan;
    const double replay = laps.lap();
    std::uint64_t macs = 0;
    for (const ir::LayerWork& layer : lowered.program.layers) {
        macs += layer.macs;
    }
    fmt::print(
        "{:>20} {:>4} {:>8} {:>7} {:>7.3f} {:>7.3f} {:>7.3f} {:>7.3f} {:>7.3f} {:>7.3f} "
        "{:>7.3f} {:>7.3f} {:>12} {:>6.1f}{}\n",
        network.name,
        side,
        lowered.program.nodes(),
        plan.spills.size(),
        read,
        lower,
        schedule,
        place,
        built,
        recurrence,
        replay,
        read + lower + schedule + place + built + recurrence + replay,
        makespan,
        100.0 * static_cast<double>(macs) /
            (static_cast<double>(side * side) * static_cast<double>(makespan)),
        config.contention || makespan == expected ? "" : "  replay and recurrence differ");
}

// Runs `body` in a child: a process simulates once.
template <class Body>
bool in_child(Body body) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        int status = 0;
        try {
            body();
        } catch (const std::exception& error) {
            fmt::print("{}\n", error.what());
            status = 1;
        }
        std::fflush(stdout);
        ::_exit(status);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status == 0;
}

}  // namespace

int main(int argc, char** argv) {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    std::vector<std::string> work(argv + 1, argv + argc);
    const bool dram = !work.empty() && work[0] == "--dram";
    const bool contended = dram || (!work.empty() && work[0] == "--contended");
    if (contended) {
        work.erase(work.begin());
    }
    if (work.empty()) {
        work = {"1024x1024x1024", "2048x2048x2048"};
        if (const auto shared = test::shared_dir()) {
            work.push_back((*shared / "topologies/conv/alexnet.csv").string());
            work.push_back((*shared / "topologies/conv/resnet50.csv").string());
        }
    }
    fmt::print(
        "{:>20} {:>4} {:>8} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>12} "
        "{:>6}\n",
        "workload",
        "PEs",
        "nodes",
        "spills",
        "read",
        "lower",
        "sched",
        "place",
        "graph",
        "recur",
        "replay",
        "total",
        "makespan",
        "PE %");
    bool fine = true;
    for (const std::uint64_t side : {32, 128}) {
        for (const std::string& item : work) {
            config::ArchConfig config = core(side);
            config.contention = contended;
            if (dram) {
                config.ddr.model = config::DdrModel::kDetailed;
                config.ddr.standard = config::DdrStandard::kDdr4_3200;
                config.ddr.channels = 4;
            }
            fine = in_child([&] { print_row(item, config); }) && fine;
        }
    }
    return fine ? 0 : 1;
}
