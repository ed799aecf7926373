#include "sim/lower/tiling_trial.h"

#include "sim/core/error.h"
#include "sim/lower/matrix_program.h"
#include "sim/lower/program_emitter.h"
#include "sim/model/program_time.h"

#include <vector>

namespace systole::lower {

std::optional<Cycles> try_tiling(const MatrixView& view,
                                 const Tiling& tiling,
                                 const ir::LayerWork& work,
                                 const config::ArchConfig& config,
                                 const DataPaths& paths) {
    std::vector<NodeId> copy_outs;
    LayerContext context;
    context.work = &work;
    context.copy_outs = &copy_outs;
    ProgramEmitter program;
    try {
        emit_matrix_layer(view, tiling, config, paths, context, program);
    } catch (const Error&) {
        return std::nullopt;  // a node beyond ir::kMaxNodeValue
    }
    ir::Program trial = program.finish();
    trial.layers = {work};
    return model::program_time(trial, config);
}

}  // namespace systole::lower
