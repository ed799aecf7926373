#include "sim/lower/lower_network.h"

#include "sim/core/error.h"
#include "sim/core/quantity.h"
#include "sim/lower/layer_choice.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/program_emitter.h"
#include "sim/model/layer_math.h"
#include "sim/model/mapping_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace systole::lower {
namespace {

// Operands start where a DRAM row may start.
constexpr std::uint64_t kAlignment = 4096;
// Nodes of a network: 10 GB of memory from here to the report.
constexpr double kMaxNodes = 30e6;

class Lowering {
 public:
    Lowering(const ir::Network& network, const config::ArchConfig& config)
        : network_(network), config_(config) {}

    Lowered run(const Progress& progress) {
        for (std::size_t i = 0; i < network_.layers.size(); ++i) {
            works_.push_back(model::layer_work(network_.layers[i], config_.cube));
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
        LayerChooser chooser(config_, network_.file);
        double nodes = 0;
        for (std::size_t i = 0; i < network_.layers.size(); ++i) {
            const ir::Layer& layer = network_.layers[i];
            if (runs_on_array(layer)) {
                model::check_mapping(config_.cube.dataflow,
                                     layer.unroll,
                                     layer.loops,
                                     {network_.file, layer.mapping_line, {}});
            }
            choices_.push_back(chooser.choose(layer, works_[i]));
            nodes += choices_.back().nodes;
            if (nodes > kMaxNodes) {
                refuse_too_large(layer, nodes);
            }
        }
    }

    [[noreturn]] void refuse_too_large(const ir::Layer& layer, double nodes) const {
        throw_refused("lower.too-large",
                      {network_.file, layer.line, {}},
                      fmt::format("up to layer {} the network takes {} on {}; at most "
                                  "{} are lowered into one program: take fewer or smaller "
                                  "layers, or larger scratchpads",
                                  layer.name,
                                  count_text(nodes, "nodes"),
                                  config_.name,
                                  count_text(kMaxNodes, "")));
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
        place_b(i, context);
        // Layers of a list need not agree on the size of what goes between them.
        context.outputs = take(last ? out : std::max(out, input_bytes(i + 1)));
        outputs_.push_back(context.outputs);
        context.inputs_ready = barrier_;
        context.copy_outs = &copy_outs_;
        copy_outs_.clear();

        LayerSummary summary;
        summary.parameters = model::unique_elements(layer)[Operand::kWeights];
        const std::size_t before = program_.nodes();
        describe(choices_[i], summary);
        const Pipe out_pipe = emit_layer(layer, choices_[i], config_, context, program_);
        if (!last) {
            barrier_ = program_.barrier(out_pipe);
            barriers_.push_back(barrier_);
            for (const NodeId v : copy_outs_) {
                program_.edge(v, barrier_);
            }
        }
        summary.nodes = program_.nodes() - before;
        result_.layers.push_back(summary);
        return context.outputs;
    }

    // Weights have a place of their own; a B that a layer of this program wrote is where that one
    // put it, and is read behind it.
    void place_b(std::size_t i, LayerContext& context) {
        const ir::Layer& layer = network_.layers[i];
        const std::uint64_t back = layer.b_from_back;
        if (back == 0) {
            context.weights = take(works_[i].bytes[Operand::kWeights]);
            return;
        }
        context.b = Operand::kActivations;
        if (back > i) {
            context.weights =
                take(layer.batch * layer.k * layer.n * element_bytes(config_.cube.element));
            return;
        }
        context.weights = outputs_[i - back];
        context.b_ready = barriers_[i - back];
    }

    static void describe(const LayerChoice& choice, LayerSummary& summary) {
        if (!choice.matrix) {
            summary.tile_m = choice.vector.rows;
            return;
        }
        const Tiling& t = choice.matrix->tiling;
        summary.candidates = choice.matrix->candidates;
        summary.tiling = t;
        summary.expected = choice.matrix->cost;
        summary.tile_m = t.positions();
        summary.tile_n = t.tile_n;
        summary.tile_k = t.tile_k;
    }

    const ir::Network& network_;
    const config::ArchConfig& config_;
    ProgramEmitter program_;
    std::vector<ir::LayerWork> works_;
    std::vector<LayerChoice> choices_;  // per layer
    std::vector<NodeId> copy_outs_;
    NodeId barrier_ = NodeId::kNone;      // behind the layer before
    std::vector<NodeId> barriers_;        // behind each layer but the last
    std::vector<std::uint64_t> outputs_;  // where each layer's outputs start in DDR
    std::uint64_t next_address_ = 0;
    Lowered result_;
};

}  // namespace

std::vector<double> expected_steps(const ir::Network& network, const config::ArchConfig& config) {
    std::vector<double> steps;
    LayerChooser chooser(config, network.file);
    for (const ir::Layer& layer : network.layers) {
        steps.push_back(chooser.choose(layer, model::layer_work(layer, config.cube)).steps);
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
