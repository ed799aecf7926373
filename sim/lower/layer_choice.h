#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/core/hardware.h"
#include "sim/ir/layer.h"
#include "sim/ir/work.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/program_emitter.h"
#include "sim/lower/tiling_search.h"
#include "sim/lower/vector_tiling.h"

#include <optional>
#include <vector>

namespace systole::lower {

// How one layer is lowered, decided before any node of it exists.
struct LayerChoice {
    std::optional<ChosenTiling> matrix;  // layers on the array
    VectorTiling vector;                 // all others
    double steps = 0;                    // MATMUL nodes
    double nodes = 0;                    // all, ALLOC and FREE included; at most so many
};

// Chooses for the layers of one network on one architecture; each shape is searched once.
class LayerChooser {
 public:
    // `file`: where the layers come from, for messages.
    LayerChooser(const config::ArchConfig& config, const std::string& file);

    // `work` is model::layer_work of the layer. Errors: those of search_tiling and vector_tiling.
    LayerChoice choose(const ir::Layer& layer, const ir::LayerWork& work);

 private:
    struct Known {
        MatrixView view;
        ChosenTiling chosen;
    };

    ChosenTiling tiling_of(const MatrixView& view,
                           const ir::LayerWork& work,
                           const SourceRef& where);

    const config::ArchConfig& config_;
    const std::string& file_;
    std::vector<Known> known_;
};

// Emits the layer's program; returns the pipe that copies its outputs to DDR.
Pipe emit_layer(const ir::Layer& layer,
                const LayerChoice& choice,
                const config::ArchConfig& config,
                const LayerContext& context,
                ProgramEmitter& program);

}  // namespace systole::lower
