#pragma once

#include "sim/core/ids.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_tiles.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace systole::lower {

inline constexpr std::uint32_t kNotYet = 0xFFFFFFFFu;

// A buffer's worth of one operand: when it is first and last needed.
struct Piece {
    std::uint32_t first_step, last_step;
    std::uint32_t issue;  // the step before which its load is issued; kNotYet: by look-ahead
    BufId buffer = BufId::kNone;
};

// One operand's way to the array: its chunks and, with a second tier, the tiles beside the array.
struct Stream {
    Operand operand;
    DataPaths::Input path;
    std::vector<Piece> chunks;
    std::vector<Piece> tiles;
    std::vector<std::uint32_t> last_tile_of;  // per chunk
    bool ahead = false;                       // loads are issued at Piece::issue
    std::size_t loaded = 0;                   // chunks whose loads have been issued
};

// What a product does in which order, before any node of it exists.
struct MatrixSteps {
    std::vector<Step> steps;  // in program order
    Stream a, b;              // activations, weights
    std::size_t outputs = 0;  // output tiles
};

// The loops of `tiling`, as a list of steps. O(steps).
MatrixSteps plan_steps(const MatrixView& view, const Tiling& tiling, const DataPaths& paths);

}  // namespace systole::lower
