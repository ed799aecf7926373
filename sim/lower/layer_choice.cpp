#include "sim/lower/layer_choice.h"

#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_program.h"
#include "sim/lower/vector_program.h"

#include <algorithm>

namespace systole::lower {
namespace {

// A layer of more MATMUL nodes than this is rolled (tiling.h).
constexpr double kManySteps = 32768;

void roll(const MatrixView& view,
          const config::ArchConfig& config,
          const DataPaths& paths,
          ChosenTiling& chosen) {
    const Tiling tiling = rolled(view, chosen.tiling);
    if (!fits(footprint(view, tiling, paths, config.cube), config)) {
        return;
    }
    const TileCounts counts = tile_counts(view, tiling);
    const double steps = static_cast<double>(view.problems * counts.m * counts.n * counts.chunks);
    // A MATMUL and, for each tile beside the array, an ALLOC, a MOVE and a FREE.
    const double of_step = 1 + (paths.activations.second ? 3 : 0) + (paths.weights.second ? 3 : 0);
    chosen.tiling = tiling;
    chosen.cost.nodes -= (chosen.cost.steps - steps) * of_step;
    chosen.cost.steps = steps;
}

}  // namespace

LayerChooser::LayerChooser(const config::ArchConfig& config, const std::string& file)
    : config_(config), file_(file) {}

LayerChoice LayerChooser::choose(const ir::Layer& layer, const ir::LayerWork& work) {
    const SourceRef where{file_, layer.line, {}};
    LayerChoice choice;
    if (runs_on_array(layer)) {
        choice.matrix = tiling_of(matrix_view(layer, config_.cube.dataflow), work, where);
        choice.steps = choice.matrix->cost.steps;
        choice.nodes = choice.matrix->cost.nodes;
    } else {
        choice.vector = vector_tiling(layer, config_, where);
        choice.nodes = vector_nodes(layer, choice.vector);
    }
    return choice;
}

ChosenTiling LayerChooser::tiling_of(const MatrixView& view,
                                     const ir::LayerWork& work,
                                     const SourceRef& where) {
    const auto known =
        std::find_if(known_.begin(), known_.end(), [&](const Known& k) { return k.view == view; });
    if (known != known_.end()) {
        ChosenTiling again = known->chosen;
        again.candidates = 0;
        return again;
    }
    const DataPaths paths = data_paths(config_);
    ChosenTiling chosen = search_tiling(view, work, config_, paths, where);
    if (chosen.cost.steps > kManySteps) {
        roll(view, config_, paths, chosen);
    }
    known_.push_back({view, chosen});
    return chosen;
}

Pipe emit_layer(const ir::Layer& layer,
                const LayerChoice& choice,
                const config::ArchConfig& config,
                const LayerContext& context,
                ProgramEmitter& program) {
    if (!choice.matrix) {
        emit_vector_layer(layer, choice.vector, config, context, program);
        return Pipe::kMTE3;
    }
    const DataPaths paths = data_paths(config);
    emit_matrix_layer(matrix_view(layer, config.cube.dataflow),
                      choice.matrix->tiling,
                      config,
                      paths,
                      context,
                      program);
    return paths.copy_out;
}

}  // namespace systole::lower
