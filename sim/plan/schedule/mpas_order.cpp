#include "sim/plan/schedule/mpas_order.h"

#include "sim/plan/schedule/list_order.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace systole::schedule {
namespace {

using ir::NodeKind;

// Equation 18.
std::uint8_t level(NodeKind kind) {
    switch (kind) {
        case NodeKind::kFree:
            return 0;
        case NodeKind::kOperation:
            return 1;
        case NodeKind::kAlloc:
            break;
    }
    return 2;
}

// Equation 19, in units.
std::int64_t pressure_delta(const ir::Program& program, std::size_t v, bool all_tiers) {
    if (program.kind[v] == NodeKind::kOperation) {
        return 0;
    }
    const std::size_t b = index(program.bufs[v][0]);
    const Tier t = program.tier[b];
    if (!all_tiers && t != Tier::kL1 && t != Tier::kUB) {
        return 0;
    }
    return program.kind[v] == NodeKind::kAlloc ? std::int64_t{program.size[b]}
                                               : -std::int64_t{program.size[b]};
}

// Equation 20, in cycles: the longest chain from each node to a sink, both included.
std::vector<Cycles> criticality(const ir::Program& program) {
    const ir::Order topological = list_order(program, [](NodeId) { return std::uint64_t{0}; });
    std::vector<Cycles> h(program.nodes(), 0);
    for (auto v = topological.rbegin(); v != topological.rend(); ++v) {
        Cycles longest = 0;
        for (const NodeId s : program.succ[index(*v)]) {
            longest = std::max(longest, h[index(s)]);
        }
        h[index(*v)] = program.cycles[index(*v)] + longest;
    }
    return h;
}

// ord(v): a node's id; on demand, an ALLOC stands where the first node that waits for it stands.
std::size_t place_in_input(const ir::Program& program, std::size_t v, bool on_demand) {
    const Span<NodeId> succ = program.succ[v];
    return on_demand && program.kind[v] == NodeKind::kAlloc && !succ.empty()
               ? index(*std::min_element(succ.begin(), succ.end()))
               : v;
}

// The three terms of equation 21 behind the level, each scaled to at most 1, summed with their
// weights; the smaller goes first.
std::vector<double> weighted_terms(const ir::Program& program,
                                   const std::vector<std::int64_t>& delta,
                                   const std::vector<Cycles>& h,
                                   const config::ScheduleConfig& config) {
    std::int64_t most_delta = 1;
    Cycles most_h = 1;
    for (std::size_t v = 0; v < h.size(); ++v) {
        most_delta = std::max(most_delta, std::abs(delta[v]));
        most_h = std::max(most_h, h[v]);
    }
    const double memory =
        static_cast<double>(config.mpas_memory_weight) / static_cast<double>(most_delta);
    const double critical =
        static_cast<double>(config.mpas_criticality_weight) / static_cast<double>(most_h);
    const double order =
        static_cast<double>(config.mpas_order_weight) / static_cast<double>(h.size());
    std::vector<double> terms(h.size());
    for (std::size_t v = 0; v < h.size(); ++v) {
        terms[v] = memory * static_cast<double>(delta[v]) - critical * static_cast<double>(h[v]) +
                   order * static_cast<double>(place_in_input(program, v, config.mpas_demand));
    }
    return terms;
}

ir::Order order_by(const ir::Program& program, const config::ScheduleConfig& options) {
    const std::size_t n = program.nodes();
    std::vector<std::int64_t> delta(n);
    for (std::size_t v = 0; v < n; ++v) {
        delta[v] = pressure_delta(program, v, options.mpas_all_tiers);
    }
    const std::vector<Cycles> h = criticality(program);
    const bool weighted = options.mpas_memory_weight > 0 || options.mpas_criticality_weight > 0 ||
                          options.mpas_order_weight > 0;
    const std::vector<double> terms =
        weighted ? weighted_terms(program, delta, h, options) : std::vector<double>();

    // Equation 21 compares nodes by values that never change: their ranks under it are the keys.
    std::vector<std::uint32_t> by_priority(n);
    std::iota(by_priority.begin(), by_priority.end(), 0u);
    std::sort(by_priority.begin(), by_priority.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::uint8_t la = level(program.kind[a]);
        const std::uint8_t lb = level(program.kind[b]);
        if (la != lb) {
            return la < lb;
        }
        if (weighted) {
            return terms[a] != terms[b] ? terms[a] < terms[b] : a < b;
        }
        if (delta[a] != delta[b]) {
            return delta[a] < delta[b];
        }
        return h[a] != h[b] ? h[a] > h[b] : a < b;
    });
    std::vector<std::uint32_t> rank(n);
    for (std::uint32_t r = 0; r < n; ++r) {
        rank[by_priority[r]] = r;
    }
    return list_order(program, [&](NodeId v) { return std::uint64_t{rank[index(v)]}; });
}

}  // namespace

ir::Order mpas_order(const ir::Program& program, const config::ArchConfig& config) {
    return order_by(program, config.schedule);
}

ir::Order mpas_literal_order(const ir::Program& program, const config::ArchConfig& config) {
    config::ScheduleConfig options = config.schedule;
    options.mpas_memory_weight = 0;
    options.mpas_criticality_weight = 0;
    options.mpas_order_weight = 0;
    return order_by(program, options);
}

}  // namespace systole::schedule
