#include "sim/run/segments.h"

#include "sim/ir/window.h"
#include "sim/lower/lower_network.h"
#include "sim/model/bounds.h"
#include "sim/model/layer_math.h"
#include "sim/model/order_bounds.h"
#include "sim/result/combine.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

namespace systole {
namespace {

// All that lowering looks at.
auto shape(const ir::Layer& l) {
    return std::make_pair(
        std::tie(l.kind, l.batch, l.m, l.n, l.k, l.inputs, l.b_from_back, l.unroll, l.loops),
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
    const ir::WindowAxis rows = ir::window_rows(layer).part(first, count);
    part.in_h = rows.map;
    part.pad_top = rows.before;
    part.pad_bottom = rows.after;
    part.out_h = rows.outputs;
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

RunResult run_segments(const ir::Network& network,
                       const std::vector<Segment>& segments,
                       const config::ArchConfig& config,
                       const std::function<RunResult(const ir::Network&)>& simulate,
                       const std::function<void(std::size_t)>& progress) {
    auto program = std::make_shared<ir::Program>();
    program->file = network.file;
    program->element = config.cube.element;
    for (const ir::Layer& layer : network.layers) {
        program->layers.push_back(model::layer_work(layer, config.cube));
    }
    RunResult whole;
    whole.program = std::move(program);
    whole.segments = 0;
    whole.simulated = 0;
    std::vector<std::pair<std::size_t, RunResult>> known;  // segment and what it took
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (progress) {
            progress(i);
        }
        auto part = std::find_if(known.begin(), known.end(), [&](const auto& k) {
            return same_shapes(segments[k.first].network, segments[i].network);
        });
        if (part == known.end()) {
            known.emplace_back(i, simulate(segments[i].network));
            part = known.end() - 1;
            ++whole.simulated;
        }
        combine(whole, part->second, segments[i].layer);
    }
    model::conclude(whole.metrics.bounds, config);
    model::conclude(whole.metrics.order_bounds, whole.metrics.bounds);
    return whole;
}

}  // namespace systole
