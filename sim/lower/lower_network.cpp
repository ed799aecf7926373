#include "sim/lower/lower_network.h"

#include "sim/core/error.h"
#include "sim/core/quantity.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/matrix_program.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/program_emitter.h"
#include "sim/lower/tiling_search.h"
#include "sim/lower/vector_program.h"
#include "sim/model/layer_math.h"
#include "sim/model/mapping_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace systole::lower {
namespace {

// Operands start where a DRAM row may start.
constexpr std::uint64_t kAlignment = 4096;
// A layer of more MATMUL nodes than this is rolled (tiling.h).
constexpr double kManySteps = 32768;
// MATMUL nodes of a network: some 30 million nodes, 10 GB of memory from here to the report.
constexpr double kMaxSteps = 4e6;

bool same_shape(const MatrixView& a, const MatrixView& b) {
    const auto key = [](const MatrixView& v) {
        return std::tie(v.row_major,
                        v.depthwise,
                        v.problems,
                        v.images,
                        v.out_h,
                        v.out_w,
                        v.in_h,
                        v.in_w,
                        v.filter_h,
                        v.filter_w,
                        v.stride_h,
                        v.stride_w,
                        v.dilation_h,
                        v.dilation_w,
                        v.pad_top,
                        v.pad_left,
                        v.channels,
                        v.n);
    };
    return key(a) == key(b);
}

// Tilings, each shape searched once.
class Tilings {
 public:
    // `searched`: whether this shape is new.
    ChosenTiling of(const MatrixView& view,
                    const ir::LayerWork& work,
                    const config::ArchConfig& config,
                    const DataPaths& paths,
                    const SourceRef& where,
                    bool* searched = nullptr) {
        const auto known = std::find_if(
            known_.begin(), known_.end(), [&](const Known& k) { return same_shape(k.view, view); });
        if (searched != nullptr) {
            *searched = known == known_.end();
        }
        if (known != known_.end()) {
            return known->chosen;
        }
        ChosenTiling chosen = search_tiling(view, work, config, paths, where);
        if (chosen.cost.steps > kManySteps) {
            roll(view, config, paths, chosen);
        }
        known_.push_back({view, chosen});
        return chosen;
    }

 private:
    static void roll(const MatrixView& view,
                     const config::ArchConfig& config,
                     const DataPaths& paths,
                     ChosenTiling& chosen) {
        const Tiling tiling = rolled(view, chosen.tiling);
        if (fits(footprint(view, tiling, paths, config.cube.element), config)) {
            const TileCounts counts = tile_counts(view, tiling);
            chosen.tiling = tiling;
            chosen.cost.steps =
                static_cast<double>(view.problems * counts.m * counts.n * counts.chunks);
        }
    }

    struct Known {
        MatrixView view;
        ChosenTiling chosen;
    };
    std::vector<Known> known_;
};

class Lowering {
 public:
    Lowering(const ir::Network& network, const config::ArchConfig& config)
        : network_(network), config_(config) {}

    Lowered run(const Progress& progress) {
        for (std::size_t i = 0; i < network_.layers.size(); ++i) {
            works_.push_back(model::layer_work(network_.layers[i], config_.cube.element));
        }
        choose_tilings();
        std::uint64_t inputs = 0;
        next_address_ = works_.empty() ? 0 : aligned(input_bytes(0));
        for (std::size_t i = 0; i < network_.layers.size(); ++i) {
            if (progress) {
                progress(i, network_.layers.size());
            }
            inputs = add_layer(i, inputs);
        }
        result_.program = program_.finish();
        result_.program.file = network_.file;
        result_.program.layers = std::move(works_);
        result_.program.element = config_.cube.element;
        return std::move(result_);
    }

 private:
    static std::uint64_t aligned(std::uint64_t address) {
        return ceil_div(address, kAlignment) * kAlignment;
    }
    std::uint64_t take(std::uint64_t bytes) {
        const std::uint64_t address = next_address_;
        next_address_ = aligned(next_address_ + bytes);
        return address;
    }
    std::uint64_t input_bytes(std::size_t layer) const {
        return works_[layer].bytes[Operand::kActivations];
    }

    // Before anything is emitted, so that a network that is too large takes no memory.
    void choose_tilings() {
        Tilings tilings;
        double steps = 0;
        for (std::size_t i = 0; i < network_.layers.size(); ++i) {
            const ir::Layer& layer = network_.layers[i];
            chosen_.emplace_back();
            if (!runs_on_array(layer)) {
                continue;
            }
            model::check_mapping(config_.cube.dataflow,
                                 layer.unroll,
                                 layer.loops,
                                 {network_.file, layer.mapping_line, {}});
            bool searched = false;
            chosen_[i] = tilings.of(matrix_view(layer),
                                    works_[i],
                                    config_,
                                    data_paths(config_),
                                    {network_.file, layer.line, {}},
                                    &searched);
            chosen_[i].candidates = searched ? chosen_[i].candidates : 0;
            steps += chosen_[i].cost.steps;
        }
        if (steps > kMaxSteps) {
            throw_refused("lower.too-large",
                          {network_.file, 0, {}},
                          fmt::format("the network takes {} on {}; at most {} are lowered "
                                      "into one program: take fewer layers or larger scratchpads "
                                      "beside the array",
                                      count_text(steps, "MATMUL operations"),
                                      config_.name,
                                      count_text(kMaxSteps, "")));
        }
    }

    // Adds the program of a layer whose inputs start at `inputs`; returns where its outputs do.
    std::uint64_t add_layer(std::size_t i, std::uint64_t inputs) {
        const ir::Layer& layer = network_.layers[i];
        const bool last = i + 1 == network_.layers.size();
        const std::uint64_t out = works_[i].bytes[Operand::kOutputs];
        LayerContext context;
        context.layer = static_cast<std::uint32_t>(i);
        context.work = &works_[i];
        context.inputs = inputs;
        context.weights = take(works_[i].bytes[Operand::kWeights]);
        // Layers of a list need not agree on the size of what goes between them.
        context.outputs = take(last ? out : std::max(out, input_bytes(i + 1)));
        context.inputs_ready = barrier_;
        context.copy_outs = &copy_outs_;
        copy_outs_.clear();

        LayerSummary summary;
        summary.parameters =
            works_[i].bytes[Operand::kWeights] / element_bytes(config_.cube.element);
        const std::size_t before = program_.nodes();
        Pipe out_pipe = Pipe::kMTE3;
        if (runs_on_array(layer)) {
            out_pipe = add_matrix_layer(layer, context, chosen_[i], summary);
        } else {
            const VectorTiling tiling =
                vector_tiling(layer, config_, {network_.file, layer.line, {}});
            summary.tile_m = tiling.rows;
            emit_vector_layer(layer, tiling, config_, context, program_);
        }
        if (!last) {
            barrier_ = program_.barrier(out_pipe);
            for (const NodeId v : copy_outs_) {
                program_.edge(v, barrier_);
            }
        }
        summary.nodes = program_.nodes() - before;
        result_.layers.push_back(summary);
        return context.outputs;
    }

    Pipe add_matrix_layer(const ir::Layer& layer,
                          const LayerContext& context,
                          const ChosenTiling& chosen,
                          LayerSummary& summary) {
        const MatrixView view = matrix_view(layer);
        const DataPaths paths = data_paths(config_);
        const Tiling& t = chosen.tiling;
        summary.candidates = chosen.candidates;
        summary.tiling = t;
        summary.expected = chosen.cost;
        summary.tile_m = t.tile_h * t.tile_w;
        summary.tile_n = t.tile_n;
        summary.tile_k = t.tile_k;
        emit_matrix_layer(view, t, config_, paths, context, program_);
        return paths.copy_out;
    }

    const ir::Network& network_;
    const config::ArchConfig& config_;
    ProgramEmitter program_;
    std::vector<ir::LayerWork> works_;
    std::vector<ChosenTiling> chosen_;  // per layer
    std::vector<NodeId> copy_outs_;
    NodeId barrier_ = NodeId::kNone;
    std::uint64_t next_address_ = 0;
    Lowered result_;
};

}  // namespace

std::vector<double> expected_steps(const ir::Network& network, const config::ArchConfig& config) {
    std::vector<double> steps;
    Tilings tilings;
    for (const ir::Layer& layer : network.layers) {
        if (!runs_on_array(layer)) {
            steps.push_back(0);
            continue;
        }
        steps.push_back(tilings
                            .of(matrix_view(layer),
                                model::layer_work(layer, config.cube.element),
                                config,
                                data_paths(config),
                                {network.file, layer.line, {}})
                            .cost.steps);
    }
    return steps;
}

Lowered lower_network(const ir::Network& network,
                      const config::ArchConfig& config,
                      const Progress& progress) {
    if (network.layers.empty()) {
        throw_bad_input("lower.empty", {network.file, 0, {}}, "the network has no layers");
    }
    return Lowering(network, config).run(progress);
}

}  // namespace systole::lower
