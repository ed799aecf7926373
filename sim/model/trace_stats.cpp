#include "sim/model/trace_stats.h"

#include "sim/core/error.h"
#include "sim/core/topological_order.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace systole::model {
namespace {

using ir::Program;

TopologicalOrder order_of(const Program& program) {
    TopologicalOrder order = topological_order(program.nodes(), program.succ);
    if (!order.complete(program.nodes())) {
        const auto stuck = std::find_if(order.waiting.begin(),
                                        order.waiting.end(),
                                        [](std::uint32_t count) { return count > 0; });
        const NodeId node{static_cast<std::uint32_t>(stuck - order.waiting.begin())};
        throw_bad_input("trace.cycle",
                        {program.file, program.line_of(node), index(node)},
                        "stands on, or behind, a cycle of edges; a trace must be acyclic");
    }
    return order;
}

void count_degrees(const Program& program, TraceStats& stats) {
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        const NodeId node{static_cast<std::uint32_t>(v)};
        const Span<NodeId> succ = program.succ[v];
        const std::size_t in = program.pred[v].size();
        stats.roots += in == 0 ? 1 : 0;
        stats.leaves += succ.empty() ? 1 : 0;
        if (stats.max_in.node == NodeId::kNone || in > stats.max_in.edges) {
            stats.max_in = {in, node};
        }
        if (stats.max_out.node == NodeId::kNone || succ.size() > stats.max_out.edges) {
            stats.max_out = {succ.size(), node};
        }
        for (const NodeId s : succ) {
            stats.ids_topological = stats.ids_topological && index(s) > v;
        }
    }
}

void measure_chains(const Program& program, TraceStats& stats) {
    std::vector<Cycles> ready(program.nodes(), 0);
    std::vector<std::uint32_t> above(program.nodes(), 0);
    for (const NodeId node : order_of(program).nodes) {
        const std::size_t v = index(node);
        const Cycles end = ready[v] + program.cycles[v];
        const std::uint32_t depth = above[v] + 1;
        stats.critical_path = std::max(stats.critical_path, end);
        stats.depth = std::max<std::uint64_t>(stats.depth, depth);
        for (const NodeId s : program.succ[v]) {
            ready[index(s)] = std::max(ready[index(s)], end);
            above[index(s)] = std::max(above[index(s)], depth);
        }
    }
}

void count_macs(const Program& program, TraceStats& stats) {
    if (program.work.empty()) {
        return;
    }
    stats.layers = program.layers.size();
    for (const ir::Work& work : program.work) {
        if (work.kind == ir::WorkKind::kMatmul) {
            stats.macs += std::uint64_t{work.m} * work.n * work.k;
        }
    }
}

void count_operations(const Program& program, TraceStats& stats) {
    struct Sum {
        std::uint64_t count = 0;
        Cycles cycles = 0;
    };
    PerPipe<std::vector<Sum>> sums;
    for (const Pipe p : kPipes) {
        sums[p].resize(program.op_names.size());
    }
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        if (program.pipe[v] != Pipe::kNone) {
            Sum& sum = sums[program.pipe[v]][program.op[v]];
            ++sum.count;
            sum.cycles += program.cycles[v];
        }
    }
    for (const Pipe p : kPipes) {
        for (std::size_t op = 0; op < sums[p].size(); ++op) {
            const Sum& sum = sums[p][op];
            if (sum.count > 0) {
                stats.ops[p].push_back({program.op_names[op], sum.count, sum.cycles});
                stats.cycles[p] += sum.cycles;
            }
        }
        std::sort(stats.ops[p].begin(), stats.ops[p].end(), [](const OpCount& a, const OpCount& b) {
            return a.cycles != b.cycles ? a.cycles > b.cycles : a.op < b.op;
        });
        if (stats.cycles[p] > stats.busiest_cycles) {
            stats.busiest_cycles = stats.cycles[p];
            stats.busiest = p;
        }
    }
    stats.lower_bound = std::max(stats.critical_path, stats.busiest_cycles);
}

using SizeCounts = std::unordered_map<std::uint32_t, std::uint64_t>;

std::vector<SizeStep> ecdf(const SizeCounts& counts) {
    std::vector<SizeStep> steps;
    steps.reserve(counts.size());
    for (const auto& [size, count] : counts) {
        steps.push_back({size, count});
    }
    std::sort(steps.begin(), steps.end(), [](const SizeStep& a, const SizeStep& b) {
        return a.size < b.size;
    });
    std::uint64_t sum = 0;
    for (SizeStep& step : steps) {
        sum += step.buffers;
        step.buffers = sum;
    }
    return steps;
}

void count_sizes(const Program& program, TraceStats& stats) {
    PerTier<SizeCounts> counts;
    for (std::size_t b = 0; b < program.buffers(); ++b) {
        ++stats.tier_buffers[program.tier[b]];
        stats.volume[program.tier[b]] += program.size[b];
        ++counts[program.tier[b]][program.size[b]];
    }
    SizeCounts all;
    for (const Tier t : kTiers) {
        stats.tier_sizes[t] = ecdf(counts[t]);
        for (const auto& [size, count] : counts[t]) {
            all[size] += count;
        }
    }
    stats.sizes = ecdf(all);
}

// Reorders `values`.
Distribution distribution(std::vector<std::uint32_t>& values) {
    Distribution d;
    d.count = values.size();
    if (values.empty()) {
        return d;
    }
    std::uint64_t sum = 0;
    d.min = values.front();
    for (const std::uint32_t value : values) {
        sum += value;
        d.min = std::min<std::uint64_t>(d.min, value);
        d.max = std::max<std::uint64_t>(d.max, value);
        std::size_t bin = 0;
        while ((value >> bin) > 1) {
            ++bin;
        }
        if (bin >= d.log2_histogram.size()) {
            d.log2_histogram.resize(bin + 1);
        }
        ++d.log2_histogram[bin];
    }
    d.mean = static_cast<double>(sum) / static_cast<double>(values.size());
    const auto smallest = [&](std::size_t rank) {
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
        std::nth_element(values.begin(), at, values.end());
        return *at;
    };
    d.median = smallest((values.size() + 1) / 2);
    d.p90 = smallest((values.size() * 9 + 9) / 10);
    return d;
}

void measure_lifetimes(const Program& program, TraceStats& stats) {
    std::vector<std::uint32_t> all(program.buffers());
    PerTier<std::vector<std::uint32_t>> per_tier;
    for (std::size_t b = 0; b < program.buffers(); ++b) {
        const std::uint32_t opens = index(program.alloc[b]);
        const std::uint32_t closes = index(program.free[b]);
        all[b] = std::max(opens, closes) - std::min(opens, closes);
        per_tier[program.tier[b]].push_back(all[b]);
    }
    stats.lifetime = distribution(all);
    for (const Tier t : kTiers) {
        stats.tier_lifetime[t] = distribution(per_tier[t]);
    }
}

}  // namespace

TraceStats trace_stats(const ir::Program& program) {
    TraceStats stats;
    stats.nodes = program.nodes();
    stats.edges = program.edges();
    stats.buffers = program.buffers();
    count_degrees(program, stats);
    measure_chains(program, stats);
    count_macs(program, stats);
    count_operations(program, stats);
    count_sizes(program, stats);
    measure_lifetimes(program, stats);
    return stats;
}

}  // namespace systole::model
