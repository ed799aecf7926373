#include "sim/model/trace_stats.h"

#include "sim/core/error.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace systole::model {
namespace {

using ir::Trace;

// Calls visit(v) for every node after its predecessors. Ids mostly are such an order already; then
// nothing has to be counted or queued.
template <class Visit>
void in_topological_order(const Trace& trace, bool ids_topological, Visit visit) {
    const std::size_t n = trace.nodes();
    if (ids_topological) {
        for (std::size_t v = 0; v < n; ++v) {
            visit(v);
        }
        return;
    }
    std::vector<std::uint32_t> waiting(n);
    std::vector<std::uint32_t> queue;
    queue.reserve(n);
    for (std::size_t v = 0; v < n; ++v) {
        waiting[v] = static_cast<std::uint32_t>(trace.pred[v].size());
        if (waiting[v] == 0) {
            queue.push_back(static_cast<std::uint32_t>(v));
        }
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
        visit(queue[head]);
        for (const NodeId s : trace.succ[queue[head]]) {
            if (--waiting[index(s)] == 0) {
                queue.push_back(index(s));
            }
        }
    }
    if (queue.size() < n) {
        const auto stuck = std::find_if(
            waiting.begin(), waiting.end(), [](std::uint32_t count) { return count > 0; });
        const NodeId node{static_cast<std::uint32_t>(stuck - waiting.begin())};
        throw_bad_input("trace.cycle",
                        {trace.file, trace.line_of(node), index(node)},
                        "stands on, or behind, a cycle of edges; a trace must be acyclic");
    }
}

void count_degrees(const Trace& trace, TraceStats& stats) {
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        const NodeId node{static_cast<std::uint32_t>(v)};
        const Span<NodeId> succ = trace.succ[v];
        const std::size_t in = trace.pred[v].size();
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

void measure_chains(const Trace& trace, TraceStats& stats) {
    std::vector<Cycles> ready(trace.nodes(), 0);
    std::vector<std::uint32_t> above(trace.nodes(), 0);
    in_topological_order(trace, stats.ids_topological, [&](std::size_t v) {
        const Cycles end = ready[v] + trace.cycles[v];
        const std::uint32_t depth = above[v] + 1;
        stats.critical_path = std::max(stats.critical_path, end);
        stats.depth = std::max<std::uint64_t>(stats.depth, depth);
        for (const NodeId s : trace.succ[v]) {
            ready[index(s)] = std::max(ready[index(s)], end);
            above[index(s)] = std::max(above[index(s)], depth);
        }
    });
}

void count_macs(const Trace& trace, TraceStats& stats) {
    if (trace.work.empty()) {
        return;
    }
    stats.layers = trace.layers.size();
    for (const ir::Work& work : trace.work) {
        if (work.kind == ir::WorkKind::kMatmul) {
            stats.macs += std::uint64_t{work.m} * work.n * work.k;
        }
    }
}

void count_operations(const Trace& trace, TraceStats& stats) {
    struct Sum {
        std::uint64_t count = 0;
        Cycles cycles = 0;
    };
    PerPipe<std::vector<Sum>> sums;
    for (const Pipe p : kPipes) {
        sums[p].resize(trace.op_names.size());
    }
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        if (trace.pipe[v] != Pipe::kNone) {
            Sum& sum = sums[trace.pipe[v]][trace.op[v]];
            ++sum.count;
            sum.cycles += trace.cycles[v];
        }
    }
    for (const Pipe p : kPipes) {
        for (std::size_t op = 0; op < sums[p].size(); ++op) {
            const Sum& sum = sums[p][op];
            if (sum.count > 0) {
                stats.ops[p].push_back({trace.op_names[op], sum.count, sum.cycles});
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

void count_sizes(const Trace& trace, TraceStats& stats) {
    PerTier<SizeCounts> counts;
    for (std::size_t b = 0; b < trace.buffers(); ++b) {
        ++stats.tier_buffers[trace.tier[b]];
        stats.volume[trace.tier[b]] += trace.size[b];
        ++counts[trace.tier[b]][trace.size[b]];
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

void measure_lifetimes(const Trace& trace, TraceStats& stats) {
    std::vector<std::uint32_t> all(trace.buffers());
    PerTier<std::vector<std::uint32_t>> per_tier;
    for (std::size_t b = 0; b < trace.buffers(); ++b) {
        const std::uint32_t opens = index(trace.alloc[b]);
        const std::uint32_t closes = index(trace.free[b]);
        all[b] = std::max(opens, closes) - std::min(opens, closes);
        per_tier[trace.tier[b]].push_back(all[b]);
    }
    stats.lifetime = distribution(all);
    for (const Tier t : kTiers) {
        stats.tier_lifetime[t] = distribution(per_tier[t]);
    }
}

}  // namespace

TraceStats trace_stats(const ir::Trace& trace) {
    TraceStats stats;
    stats.nodes = trace.nodes();
    stats.edges = trace.edges();
    stats.buffers = trace.buffers();
    count_degrees(trace, stats);
    measure_chains(trace, stats);
    count_macs(trace, stats);
    count_operations(trace, stats);
    count_sizes(trace, stats);
    measure_lifetimes(trace, stats);
    return stats;
}

}  // namespace systole::model
