#include "sim/segments.h"

#include "sim/core/error.h"
#include "sim/lower/lower_network.h"
#include "sim/model/routes.h"
#include "sim/pipeline.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace systole {
namespace {

// All that lowering looks at.
auto shape(const ir::Layer& l) {
    return std::make_pair(std::tie(l.kind, l.batch, l.m, l.n, l.k, l.inputs, l.unroll, l.loops),
                          std::tie(l.in_h,
                                   l.in_w,
                                   l.channels,
                                   l.filter_h,
                                   l.filter_w,
                                   l.out_channels,
                                   l.groups,
                                   l.stride_h,
                                   l.stride_w,
                                   l.dilation_h,
                                   l.dilation_w,
                                   l.pad_top,
                                   l.pad_bottom,
                                   l.pad_left,
                                   l.pad_right,
                                   l.out_h,
                                   l.out_w));
}

bool same_shapes(const ir::Network& a, const ir::Network& b) {
    return std::equal(a.layers.begin(),
                      a.layers.end(),
                      b.layers.begin(),
                      b.layers.end(),
                      [](const ir::Layer& x, const ir::Layer& y) { return shape(x) == shape(y); });
}

struct Piece {
    std::vector<ir::LayerWork> layers;
    TimedPlan timed;  // metrics, counters, layers and energy alone
};

Piece simulate(const ir::Network& segment,
               const config::ArchConfig& config,
               std::string_view schedule,
               std::string_view spill,
               const config::EnergyTable* prices) {
    lower::Lowered lowered = lower::lower_network(segment, config);
    model::check_routes(lowered.trace, config);
    Piece piece;
    piece.timed = time_plan(lowered.trace,
                            make_plan(lowered.trace, config, schedule, spill),
                            config,
                            Timing::kSystemC,
                            {},
                            prices);
    piece.timed.plan = {};
    piece.timed.graph = {};
    piece.timed.timeline = {};
    piece.timed.waits = {};
    piece.layers = std::move(lowered.trace.layers);
    return piece;
}

void add(model::Bounds& sum, const model::Bounds& part) {
    sum.critical_path += part.critical_path;
    sum.ddr += part.ddr;
    sum.lower_bound += part.lower_bound;
}

void add(model::Metrics& sum, const model::Metrics& part) {
    sum.makespan += part.makespan;
    add(sum.bounds, part.bounds);
    sum.spills += part.spills;
    sum.extra_ddr += part.extra_ddr;
    sum.ddr_read += part.ddr_read;
    sum.ddr_write += part.ddr_write;
    sum.ddr_extra += part.ddr_extra;
    sum.peak_all = std::max(sum.peak_all, part.peak_all);
    sum.peak_l1_ub = std::max(sum.peak_l1_ub, part.peak_l1_ub);
    for (const Tier t : kTiers) {
        sum.peak[t] = std::max(sum.peak[t], part.peak[t]);
        sum.resident_peak[t] = std::max(sum.resident_peak[t], part.resident_peak[t]);
    }
    for (const Pipe p : kPipes) {
        sum.busy[p] += part.busy[p];
        model::PipeAccount& account = sum.accounting[p];
        account.busy += part.accounting[p].busy;
        account.dependency += part.accounting[p].dependency;
        account.address += part.accounting[p].address;
        account.contention += part.accounting[p].contention;
        account.drained += part.accounting[p].drained;
        if (sum.bounds.busiest == Pipe::kNone || sum.busy[p] > sum.bounds.busiest_pipe) {
            sum.bounds.busiest = p;
            sum.bounds.busiest_pipe = sum.busy[p];
        }
    }
}

// Adds what names no layer; starts and ends are moved by `start` cycles.
void add(model::LayerTable& sum, const model::LayerTable& part, Cycles start) {
    for (model::LayerStats layer : part.layers) {
        layer.start += start;
        layer.end += start;
        sum.layers.push_back(layer);
    }
    sum.rest.nodes += part.rest.nodes;
    sum.rest.share += part.rest.share;
    for (const Pipe p : kPipes) {
        sum.rest.busy[p] += part.rest.busy[p];
        sum.rest.contention[p] += part.rest.contention[p];
    }
}

void add(model::EnergyResult& sum, const model::EnergyResult& part) {
    sum.table = part.table;
    sum.why_not = part.why_not;
    if (!part.energy) {
        sum.energy.reset();
        return;
    }
    if (!sum.energy) {
        sum.energy.emplace();
    }
    sum.energy->all += part.energy->all;
    sum.energy->rest += part.energy->rest;
    sum.energy->compulsory += part.energy->compulsory;
    sum.energy->layers.insert(
        sum.energy->layers.end(), part.energy->layers.begin(), part.energy->layers.end());
}

// Adds readings of the same counters.
void add(std::vector<stats::Sample>& sum, const std::vector<stats::Sample>& part) {
    if (sum.empty()) {
        sum = part;
        return;
    }
    SYSTOLE_INVARIANT(sum.size() == part.size(), "two runs of one core count different things");
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i].value += part[i].value;
    }
}

}  // namespace

std::vector<ir::Network> cut_into_segments(const ir::Network& network,
                                           const config::ArchConfig& config,
                                           std::uint64_t steps) {
    const std::vector<double> expected = lower::expected_steps(network, config);
    std::vector<ir::Network> segments;
    double filled = 0;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        if (segments.empty() || filled + expected[i] > static_cast<double>(steps)) {
            segments.push_back({network.file, network.name, {}, {}});
            filled = 0;
        }
        segments.back().layers.push_back(network.layers[i]);
        filled += expected[i];
    }
    return segments;
}

SegmentedRun run_segments(const std::vector<ir::Network>& segments,
                          const config::ArchConfig& config,
                          std::string_view schedule,
                          std::string_view spill,
                          const config::EnergyTable* prices,
                          const std::function<void(std::size_t)>& progress) {
    SegmentedRun run;
    std::vector<std::pair<std::size_t, Piece>> known;  // segment and what it took
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (progress) {
            progress(i);
        }
        auto piece = std::find_if(known.begin(), known.end(), [&](const auto& k) {
            return same_shapes(segments[k.first], segments[i]);
        });
        if (piece == known.end()) {
            known.emplace_back(i, simulate(segments[i], config, schedule, spill, prices));
            piece = known.end() - 1;
            ++run.simulated;
        }
        const TimedPlan& timed = piece->second.timed;
        for (std::size_t j = 0; j < segments[i].layers.size(); ++j) {
            run.layers.push_back(piece->second.layers[j]);
            run.layers.back().name = segments[i].layers[j].name;
        }
        add(run.table, timed.layers, run.metrics.makespan);
        add(run.metrics, timed.metrics);
        add(run.energy, timed.energy);
        add(run.counters, timed.counters);
    }
    return run;
}

}  // namespace systole
