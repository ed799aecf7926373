#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole::model {

// How often one Op stands on one pipe, and the cycles it takes there in all.
struct OpCount {
    std::string op;
    std::uint64_t count = 0;
    Cycles cycles = 0;
};

// One step of an empirical distribution of sizes: `buffers` buffers are of at most `size` units.
struct SizeStep {
    Units size = 0;
    std::uint64_t buffers = 0;
};

// Order statistics by nearest rank: the p-th quantile of n values is the ceil(p * n)-th smallest.
struct Distribution {
    std::uint64_t count = 0;  // 0: the rest means nothing
    std::uint64_t min = 0;
    std::uint64_t median = 0;
    std::uint64_t p90 = 0;
    std::uint64_t max = 0;
    double mean = 0.0;
    std::vector<std::uint64_t> log2_histogram;  // [k]: values in [2^k, 2^(k+1)), up to the last one
};

// The node with most edges on one side; the smallest id of several.
struct Degree {
    std::uint64_t edges = 0;
    NodeId node = NodeId::kNone;
};

// What can be said of a trace without a plan or a config.
struct TraceStats {
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;
    std::uint64_t buffers = 0;
    PerTier<std::uint64_t> tier_buffers{};
    PerTier<Units> volume{};  // summed sizes of the tier's buffers

    PerPipe<Cycles> cycles{};
    PerPipe<std::vector<OpCount>> ops;  // most cycles first, then by name
    Cycles critical_path = 0;           // longest chain of node cycles
    Pipe busiest = Pipe::kNone;         // the first of equals
    Cycles busiest_cycles = 0;
    Cycles lower_bound = 0;  // max(critical path, busiest pipe)
    // Where the trace has shapes: its layers, and the multiply-accumulates of its operations.
    std::optional<std::size_t> layers;
    std::uint64_t macs = 0;
    std::uint64_t depth = 0;  // nodes on the longest chain, ALLOC and FREE counted

    std::uint64_t roots = 0;
    std::uint64_t leaves = 0;
    Degree max_in;
    Degree max_out;
    bool ids_topological = true;  // every edge leads to a larger id

    std::vector<SizeStep> sizes;  // ECDF over distinct sizes, rising
    PerTier<std::vector<SizeStep>> tier_sizes;
    // From ALLOC to FREE in nodes of the id order, FREE's id minus ALLOC's (its magnitude where ids
    // do not follow the edges).
    Distribution lifetime;
    PerTier<Distribution> tier_lifetime;
};

// The facts of a trace in time linear in nodes, edges and buffers. Expects what load/trace_check
// proves, except that a cycle of edges is found here too: Error{kBadInput, "trace.cycle"}.
TraceStats trace_stats(const ir::Program& program);

}  // namespace systole::model
