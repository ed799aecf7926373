#include "sim/report/json_shapes.h"
#include "sim/report/stats_report.h"

#include <numeric>

namespace systole::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Get>
Json all_and_by_tier(const Json& all, Get get) {
    Json out = {{"all", all}};
    for (const Tier t : kTiers) {
        out[std::string(name(t))] = get(t);
    }
    return out;
}

Json by_op(const std::vector<model::OpCount>& ops, std::uint64_t model::OpCount::*value) {
    Json out = Json::object();
    for (const model::OpCount& op : ops) {
        out[op.op] = op.*value;
    }
    return out;
}

Json steps_json(const std::vector<model::SizeStep>& steps) {
    Json out = Json::array();
    for (const model::SizeStep& step : steps) {
        out.push_back({step.size, step.buffers});
    }
    return out;
}

Json distribution_json(const model::Distribution& d) {
    if (d.count == 0) {
        return nullptr;
    }
    return {{"count", d.count},
            {"min", d.min},
            {"median", d.median},
            {"p90", d.p90},
            {"max", d.max},
            {"mean", d.mean},
            {"log2_histogram", d.log2_histogram}};
}

Json degree_json(const model::Degree& degree) {
    if (degree.node == NodeId::kNone) {
        return nullptr;
    }
    return {{"edges", degree.edges}, {"node", index(degree.node)}};
}

}  // namespace

nlohmann::ordered_json stats_json(const model::TraceStats& stats, std::string_view workload) {
    Json out;
    out["schema"] = "systole.trace-stats/1";
    out["workload"] = workload;
    out["nodes"] = stats.nodes;
    out["edges"] = stats.edges;
    out["buffers"] = stats.buffers;
    out["volume"] = by_tier([&](Tier t) { return stats.volume[t]; });
    out["volume_all"] = std::accumulate(stats.volume.begin(), stats.volume.end(), Units{0});
    out["tier_buffers"] = by_tier([&](Tier t) { return stats.tier_buffers[t]; });
    out["cycles"] = by_pipe([&](Pipe p) { return stats.cycles[p]; });
    out["critical_path"] = stats.critical_path;
    out["busiest_pipe"] = busiest_json(stats.busiest, stats.busiest_cycles);
    out["lower_bound"] = stats.lower_bound;
    if (stats.layers) {
        out["layers"] = *stats.layers;
        out["macs"] = stats.macs;
    }
    out["ops"] = by_pipe([&](Pipe p) { return by_op(stats.ops[p], &model::OpCount::count); });
    out["op_cycles"] =
        by_pipe([&](Pipe p) { return by_op(stats.ops[p], &model::OpCount::cycles); });
    out["depth"] = stats.depth;
    out["roots"] = stats.roots;
    out["leaves"] = stats.leaves;
    out["max_in_degree"] = degree_json(stats.max_in);
    out["max_out_degree"] = degree_json(stats.max_out);
    out["ids_topological"] = stats.ids_topological;
    out["allocation_sizes"] = all_and_by_tier(
        steps_json(stats.sizes), [&](Tier t) { return steps_json(stats.tier_sizes[t]); });
    out["lifetimes"] = all_and_by_tier(distribution_json(stats.lifetime), [&](Tier t) {
        return distribution_json(stats.tier_lifetime[t]);
    });
    return out;
}

}  // namespace systole::report
