// What each stage costs per node, from thousands to millions of nodes.
//
//   bench_scaling [NODES | TRACE.json]...     default: 10000 100000 1000000
//
// NODES makes a matmul of about that many nodes and writes it as JSON first, so that loading is
// measured too. Every row runs in a process of its own; memory is that process's peak, less what it
// had before. The rates of recurrence and replay count the plan's nodes, spills included. Rows of
// small traces are the best of several runs.

#include "sim/generate/registry.h"
#include "sim/load/trace_file.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/plan/schedule/base_order.h"
#include "sim/time/replay.h"

#include <systemc>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

extern "C" int sc_main(int, char**) {
    return 0;
}

namespace {

using namespace systole;

config::ArchConfig reference_core() {
    config::ArchConfig config;
    config.tiers[Tier::kL1].capacity = 4096;
    config.tiers[Tier::kUB].capacity = 1024;
    config.tiers[Tier::kL0A].capacity = 256;
    config.tiers[Tier::kL0B].capacity = 256;
    config.tiers[Tier::kL0C].capacity = 512;
    return config;
}

// Seconds of the fastest of `runs` calls.
template <class Call>
double best_of(int runs, Call call) {
    double best = 1e300;
    for (int i = 0; i < runs; ++i) {
        const auto start = std::chrono::steady_clock::now();
        call();
        const auto end = std::chrono::steady_clock::now();
        best = std::min(best, std::chrono::duration<double>(end - start).count());
    }
    return best;
}

double peak_bytes() {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

// Blocks per side of a cube-shaped matmul of about `nodes` nodes: 7 nodes a block product.
ir::Program matmul_of(std::uint64_t nodes) {
    const generate::Kernel& kernel = generate::find_kernel("matmul");
    generate::Values values(kernel);
    const auto side = static_cast<std::uint64_t>(std::cbrt(static_cast<double>(nodes) / 7.0));
    for (const char* name : {"m", "n", "k"}) {
        values.set(name, std::max<std::uint64_t>(1, side));
    }
    return generate::generate(kernel, values);
}

void print_load_row(const std::string& path) {
    const double before = peak_bytes();
    const std::size_t nodes = load::load_trace(path).nodes();
    const double bytes = peak_bytes() - before;
    const double seconds = best_of(nodes < 200'000 ? 5 : 1, [&] { load::load_trace(path); });
    const double n = static_cast<double>(nodes);
    fmt::print("{:>12} {:>12} {:>14} {:>10.1f} {:>10.2f} {:>12.0f}\n",
               "load+check",
               nodes,
               "",
               seconds / n * 1e9,
               n / seconds / 1e6,
               bytes / n);
}

void print_stage_rows(const std::string& path) {
    const double before = peak_bytes();
    const config::ArchConfig config = reference_core();
    const ir::Program program = load::load_trace(path);
    const int runs = program.nodes() < 200'000 ? 5 : 1;
    const auto row = [&](const char* stage, std::size_t nodes, double seconds) {
        const double n = static_cast<double>(nodes);
        fmt::print("{:>12} {:>12} {:>14} {:>10.1f} {:>10.2f} {:>12.0f}\n",
                   stage,
                   program.nodes(),
                   nodes,
                   seconds / n * 1e9,
                   n / seconds / 1e6,
                   (peak_bytes() - before) / static_cast<double>(program.nodes()));
        std::fflush(stdout);
    };
    ir::Order order;
    row("base order", program.nodes(), best_of(runs, [&] {
            order = schedule::base_order(program, config);
        }));
    ir::Plan plan;
    const double placed = best_of(runs, [&] {
        plan = place::place_best_fit(program, order, config, place::victim_rule("belady"));
    });
    row("place", plan.order.size(), placed);
    ir::ExecGraph graph;
    const double built =
        best_of(runs, [&] { graph = model::build_exec_graph(program, plan, config); });
    row("graph", graph.nodes(), built);
    Cycles expected = 0;
    row("recurrence", graph.nodes(), best_of(std::max(runs, 3), [&] {
            expected = model::recurrence(graph).makespan;
        }));
    Cycles replayed = 0;
    row("replay", graph.nodes(), best_of(runs, [&] {
            replayed = time::replay(program, graph, config).timeline.makespan;
        }));
    if (replayed != expected) {
        fmt::print("replay {} and recurrence {} differ\n", replayed, expected);
    }
}

// Runs `body` in a child, so that its peak memory is its own.
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
    if (work.empty()) {
        work = {"10000", "100000", "1000000"};
    }
    const auto folder = std::filesystem::temp_directory_path() /
                        fmt::format("systole-bench-{}", static_cast<long>(::getpid()));
    std::filesystem::create_directories(folder);
    fmt::print("{:>12} {:>12} {:>14} {:>10} {:>10} {:>12}\n",
               "stage",
               "trace nodes",
               "nodes worked",
               "ns/node",
               "Mnodes/s",
               "peak B/node");
    bool fine = true;
    for (const std::string& item : work) {
        std::string path = item;
        if (item.find_first_not_of("0123456789") == std::string::npos) {
            path = (folder / "matmul.json").string();
            fine = in_child([&] { load::write_trace(matmul_of(std::stoull(item)), path); }) && fine;
        }
        fine = in_child([&] { print_load_row(path); }) && fine;
        fine = in_child([&] { print_stage_rows(path); }) && fine;
    }
    std::filesystem::remove_all(folder);
    return fine ? 0 : 1;
}
