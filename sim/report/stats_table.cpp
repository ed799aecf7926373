#include "sim/core/quantity.h"
#include "sim/report/stats_report.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace systole::report {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kSizeLines = 12;

std::string degree_text(const model::Degree& degree) {
    return degree.node == NodeId::kNone ? std::string()
                                        : fmt::format("at node {}", index(degree.node));
}

std::string facts(const model::TraceStats& s, bool colour) {
    TextTable table({{"fact", Align::kLeft}, {"value"}, {"unit", Align::kLeft}, {"", Align::kLeft}},
                    colour);
    const auto fact =
        [&](const char* what, std::uint64_t value, const char* unit, std::string note = "") {
            table.row({{what}, {grouped(value)}, {unit}, {std::move(note)}});
        };
    fact("nodes", s.nodes, "");
    fact("edges", s.edges, "");
    fact("buffers", s.buffers, "");
    fact("allocation volume", std::accumulate(s.volume.begin(), s.volume.end(), Units{0}), "units");
    fact("critical path", s.critical_path, "cycles");
    fact("busiest pipe", s.busiest_cycles, "cycles", std::string(name(s.busiest)));
    fact("lower bound", s.lower_bound, "cycles");
    if (s.layers) {
        fact("layers", *s.layers, "");
        fact("multiply-accumulates", s.macs, "MACs");
    }
    fact("depth", s.depth, "nodes");
    fact("roots", s.roots, "nodes");
    fact("leaves", s.leaves, "nodes");
    fact("most predecessors", s.max_in.edges, "edges", degree_text(s.max_in));
    fact("most successors", s.max_out.edges, "edges", degree_text(s.max_out));
    table.row({{"ids follow the edges"}, {s.ids_topological ? "yes" : "no"}});
    return table.text();
}

std::string tiers(const model::TraceStats& s, bool colour) {
    TextTable table({{"tier", Align::kLeft},
                     {"buffers"},
                     {"volume [units]"},
                     {"smallest [units]"},
                     {"largest [units]"},
                     {"distinct sizes"},
                     {"median life [nodes]"},
                     {"p90 life [nodes]"},
                     {"longest life [nodes]"}},
                    colour);
    const auto add = [&](std::string_view what,
                         std::uint64_t buffers,
                         Units volume,
                         const std::vector<model::SizeStep>& sizes,
                         const model::Distribution& life) {
        std::vector<TextTable::Cell> row = {std::string(what), grouped(buffers), grouped(volume)};
        if (buffers > 0) {
            row.emplace_back(grouped(sizes.front().size));
            row.emplace_back(grouped(sizes.back().size));
            row.emplace_back(grouped(sizes.size()));
            row.emplace_back(grouped(life.median));
            row.emplace_back(grouped(life.p90));
            row.emplace_back(grouped(life.max));
        }
        table.row(std::move(row));
    };
    for (const Tier t : kTiers) {
        add(name(t), s.tier_buffers[t], s.volume[t], s.tier_sizes[t], s.tier_lifetime[t]);
    }
    add("all",
        s.buffers,
        std::accumulate(s.volume.begin(), s.volume.end(), Units{0}),
        s.sizes,
        s.lifetime);
    return table.text();
}

std::string operations(const model::TraceStats& s, bool colour) {
    TextTable table(
        {{"pipe", Align::kLeft}, {"op", Align::kLeft}, {"count"}, {"cycles"}, {"of pipe [%]"}},
        colour);
    for (const Pipe p : kPipes) {
        std::uint64_t count = 0;
        for (const model::OpCount& op : s.ops[p]) {
            count += op.count;
        }
        table.row(
            {{std::string(name(p)), true}, {"all"}, {grouped(count)}, {grouped(s.cycles[p])}});
        for (const model::OpCount& op : s.ops[p]) {
            table.row({{""},
                       {op.op},
                       {grouped(op.count)},
                       {grouped(op.cycles)},
                       {percent_text(op.cycles, s.cycles[p])}});
        }
    }
    return table.text();
}

// The steps at which the share of buffers passes each of kSizeLines even marks, the last included.
std::vector<model::SizeStep> thinned(const std::vector<model::SizeStep>& steps) {
    if (steps.size() <= kSizeLines) {
        return steps;
    }
    std::vector<model::SizeStep> kept;
    std::size_t mark = 1;
    for (const model::SizeStep& step : steps) {
        if (step.buffers * kSizeLines >= steps.back().buffers * mark) {
            kept.push_back(step);
            mark = step.buffers * kSizeLines / steps.back().buffers + 1;
        }
    }
    return kept;
}

std::string sizes(const model::TraceStats& s, bool colour) {
    TextTable table({{"size up to [units]"}, {"buffers"}, {"of all [%]"}}, colour);
    for (const model::SizeStep& step : thinned(s.sizes)) {
        table.row({{grouped(step.size)},
                   {grouped(step.buffers)},
                   {percent_text(step.buffers, s.buffers)}});
    }
    return table.text();
}

std::string lifetimes(const model::Distribution& life, bool colour) {
    TextTable table({{"life from [nodes]"}, {"to [nodes]"}, {"buffers"}, {"of all [%]"}}, colour);
    for (std::size_t bin = 0; bin < life.log2_histogram.size(); ++bin) {
        const std::uint64_t from = bin == 0 ? 0 : std::uint64_t{1} << bin;
        table.row({{grouped(from)},
                   {grouped((std::uint64_t{1} << (bin + 1)) - 1)},
                   {grouped(life.log2_histogram[bin])},
                   {percent_text(life.log2_histogram[bin], life.count)}});
    }
    return table.text();
}

}  // namespace

std::string stats_table(const model::TraceStats& stats, std::string_view workload, bool colour) {
    std::string out = strong(workload, colour) + "\n\n" + facts(stats, colour);
    out += "\nBuffers; a life is counted from ALLOC to FREE in the order of the ids\n" +
           tiers(stats, colour);
    out += "\nOperations of each pipe, most cycles first\n" + operations(stats, colour);
    if (stats.buffers > 0) {
        out += "\nAllocation sizes, cumulative over all tiers\n" + sizes(stats, colour);
        out += "\nLifetimes of buffers\n" + lifetimes(stats.lifetime, colour);
    }
    return out;
}

}  // namespace systole::report
