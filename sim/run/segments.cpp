#include "sim/run/segments.h"

#include "sim/core/error.h"
#include "sim/lower/lower_network.h"
#include "sim/model/layer_math.h"
#include "sim/model/routes.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"

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

// Metrics, counters, layers and energy alone.
TimedPlan simulate(const ir::Network& segment,
                   const config::ArchConfig& config,
                   std::string_view schedule,
                   std::string_view spill,
                   const config::EnergyTable* prices) {
    lower::Lowered lowered = lower::lower_network(segment, config);
    model::check_routes(lowered.program, config);
    TimedPlan timed = time_plan(lowered.program,
                                plan::make_plan(lowered.program, config, schedule, spill),
                                config,
                                Timing::kSystemC,
                                {},
                                prices);
    timed.plan = {};
    timed.graph = {};
    timed.timeline = {};
    timed.waits = {};
    return timed;
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

void add(model::Traffic& sum, const model::Traffic& part) {
    sum.read += part.read;
    sum.write += part.write;
}

void add(PerOperand<model::Traffic>& sum, const PerOperand<model::Traffic>& part) {
    for (const Operand o : kOperands) {
        add(sum[o], part[o]);
    }
}

// `part` starts `start` cycles into the run.
void add(model::LayerStats& sum, const model::LayerStats& part, Cycles start) {
    sum.start = sum.nodes == 0 ? part.start + start : sum.start;
    sum.end = part.end + start;
    sum.nodes += part.nodes;
    sum.share += part.share;
    sum.macs += part.macs;
    sum.array_macs += part.array_macs;
    sum.vector_ops += part.vector_ops;
    add(sum.ddr, part.ddr);
    add(sum.spill, part.spill);
    for (const Tier t : kTiers) {
        add(sum.tiers[t], part.tiers[t]);
    }
    for (const Operand o : kOperands) {
        sum.moved[o] += part.moved[o];
    }
    for (const Pipe p : kPipes) {
        sum.busy[p] += part.busy[p];
        sum.contention[p] += part.contention[p];
    }
}

// `layer`: which layer of the whole each of the part's is.
void add(model::EnergyResult& sum,
         const model::EnergyResult& part,
         const std::vector<std::size_t>& layer,
         std::size_t layers) {
    sum.table = part.table;
    sum.why_not = part.why_not;
    if (!part.energy) {
        sum.energy.reset();
        return;
    }
    if (!sum.energy) {
        sum.energy.emplace();
        sum.energy->layers.resize(layers);
    }
    sum.energy->all += part.energy->all;
    sum.energy->rest += part.energy->rest;
    sum.energy->compulsory += part.energy->compulsory;
    for (std::size_t j = 0; j < layer.size(); ++j) {
        sum.energy->layers[layer[j]] += part.energy->layers[j];
    }
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

// The number of bands, at least `least`, that `rows` rows are cut into: equal ones where that takes
// at most twice as many.
std::uint64_t band_count(std::uint64_t rows, std::uint64_t least) {
    for (std::uint64_t bands = least; bands <= std::min(rows, 2 * least); ++bands) {
        if (rows % bands == 0) {
            return bands;
        }
    }
    return std::min(rows, least);
}

// The output rows [first, first + count) of a layer as a layer.
ir::Layer band(const ir::Layer& layer, std::uint64_t first, std::uint64_t count) {
    ir::Layer part = layer;
    if (layer.kind == ir::LayerKind::kGemm) {
        part.m = count;
        return part;
    }
    // Input rows in the padded map, then what of them is padding.
    const std::uint64_t from = first * layer.stride_h;
    const std::uint64_t rows =
        (count - 1) * layer.stride_h + (layer.filter_h - 1) * layer.dilation_h + 1;
    const std::uint64_t to = from + rows;
    const std::uint64_t map_end = layer.pad_top + layer.in_h;
    part.pad_top = from < layer.pad_top ? std::min(layer.pad_top - from, rows) : 0;
    part.pad_bottom = to > map_end ? std::min(to - map_end, rows) : 0;
    part.in_h = std::max<std::uint64_t>(
        rows > part.pad_top + part.pad_bottom ? rows - part.pad_top - part.pad_bottom : 0, 1);
    part.out_h = count;
    return part;
}

}  // namespace

std::vector<Segment> cut_into_segments(const ir::Network& network,
                                       const config::ArchConfig& config,
                                       std::uint64_t steps) {
    const std::vector<double> expected = lower::expected_steps(network, config);
    const auto limit = static_cast<double>(steps);
    std::vector<Segment> segments;
    double filled = 0;
    const auto add_layer = [&](const ir::Layer& layer, std::size_t i, double of_it) {
        if (segments.empty() || filled + of_it > limit) {
            segments.push_back({{network.file, network.name, {}, {}}, {}});
            filled = 0;
        }
        segments.back().network.layers.push_back(layer);
        segments.back().layer.push_back(i);
        filled += of_it;
    };
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const ir::Layer& layer = network.layers[i];
        const std::uint64_t rows = layer.kind == ir::LayerKind::kGemm ? layer.m : layer.out_h;
        if (expected[i] <= limit || rows == 1) {
            add_layer(layer, i, expected[i]);
            continue;
        }
        const std::uint64_t bands =
            band_count(rows, static_cast<std::uint64_t>(expected[i] / limit) + 1);
        const std::uint64_t height = (rows + bands - 1) / bands;
        for (std::uint64_t first = 0; first < rows; first += height) {
            add_layer(band(layer, first, std::min(height, rows - first)), i, limit);
        }
    }
    return segments;
}

SegmentedRun run_segments(const ir::Network& network,
                          const std::vector<Segment>& segments,
                          const config::ArchConfig& config,
                          std::string_view schedule,
                          std::string_view spill,
                          const config::EnergyTable* prices,
                          const std::function<void(std::size_t)>& progress) {
    SegmentedRun run;
    for (const ir::Layer& layer : network.layers) {
        run.layers.push_back(model::layer_work(layer, config.cube.element));
    }
    run.table.layers.resize(network.layers.size());
    std::vector<std::pair<std::size_t, TimedPlan>> known;  // segment and what it took
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (progress) {
            progress(i);
        }
        auto timed = std::find_if(known.begin(), known.end(), [&](const auto& k) {
            return same_shapes(segments[k.first].network, segments[i].network);
        });
        if (timed == known.end()) {
            known.emplace_back(i, simulate(segments[i].network, config, schedule, spill, prices));
            timed = known.end() - 1;
            ++run.simulated;
        }
        const TimedPlan& part = timed->second;
        const Cycles start = run.metrics.makespan;
        for (std::size_t j = 0; j < segments[i].layer.size(); ++j) {
            add(run.table.layers[segments[i].layer[j]], part.layers.layers[j], start);
        }
        add(run.table.rest, part.layers.rest, start);
        add(run.metrics, part.metrics);
        add(run.energy, part.energy, segments[i].layer, network.layers.size());
        add(run.counters, part.counters);
    }
    return run;
}

}  // namespace systole
