// What each method costs per stage, on a trace or on a generated matmul.
//
//   bench_schedulers [--methods a,b,...] [NODES | SHAPE:NODES | TRACE.json]...
//
// NODES makes a matmul of about that many nodes; SHAPE is one-buffer, chain, fan-out or fan-in
// (tests/support/shapes.h). By default 30000, 1000000 and 1,000,000 nodes of each shape. All
// methods but `best`, which takes as long as it is given, unless named.

#include "sim/generate/registry.h"
#include "sim/load/trace_file.h"
#include "sim/plan/methods.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"
#include "tests/support/shapes.h"

#include <systemc>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
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

// A shape of about so many nodes: one operation a node in one-buffer, else one in three.
ir::Program shape_of(const test::Shape& shape, std::uint64_t nodes) {
    return shape.make(
        std::max<std::uint64_t>(1, shape.make == test::one_buffer ? nodes : nodes / 3));
}

ir::Program program_of(const std::string& item) {
    if (item.find_first_not_of("0123456789") == std::string::npos) {
        return matmul_of(std::stoull(item));
    }
    for (const test::Shape& shape : test::kShapes) {
        const std::string prefix = std::string(shape.name) + ":";
        if (item.rfind(prefix, 0) == 0) {
            return shape_of(shape, std::stoull(item.substr(prefix.size())));
        }
    }
    return load::load_trace(item);
}

bool listed(const std::string& list, std::string_view name) {
    return ("," + list + ",").find("," + std::string(name) + ",") != std::string::npos;
}

void print_rows(const ir::Program& program, const std::string& wanted) {
    const config::ArchConfig config = reference_core();
    for (const plan::Method& method : plan::methods()) {
        if (wanted.empty() ? method.search : !listed(wanted, method.name)) {
            continue;
        }
        plan::PlanDetails details;
        const ir::Plan plan = plan::make_plan(program, config, method.name, "", &details);
        const TimedPlan timed = time_plan(program, plan, config, Timing::kRecurrence);
        fmt::print("{:>12} {:>10} {:>9.3f} {:>9.3f} {:>9.3f} {:>9} {:>11} {:>12}\n",
                   method.name,
                   program.nodes(),
                   details.order_seconds,
                   details.place_seconds,
                   details.refine_seconds,
                   timed.metrics.spills,
                   timed.metrics.extra_ddr,
                   timed.metrics.makespan);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> work(argv + 1, argv + argc);
    std::string wanted;
    if (work.size() >= 2 && work[0] == "--methods") {
        wanted = work[1];
        work.erase(work.begin(), work.begin() + 2);
    }
    if (work.empty()) {
        work = {"30000", "1000000"};
        for (const test::Shape& shape : test::kShapes) {
            work.push_back(std::string(shape.name) + ":1000000");
        }
    }
    fmt::print("{:>12} {:>10} {:>9} {:>9} {:>9} {:>9} {:>11} {:>12}\n",
               "method",
               "nodes",
               "order s",
               "place s",
               "refine s",
               "spills",
               "extra DDR",
               "makespan");
    try {
        for (const std::string& item : work) {
            fmt::print("{}\n", item);
            print_rows(program_of(item), wanted);
        }
    } catch (const std::exception& error) {
        fmt::print("{}\n", error.what());
        return 1;
    }
    return 0;
}
