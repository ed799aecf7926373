#pragma once

#include "sim/core/machine.h"
#include "sim/ir/layer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace systole::ir {

// What an operation does, where the trace says so (lowered traces do).
enum class WorkKind : std::uint8_t {
    kNone,
    kMatmul,  // m x n x k on the cube
    kVector,  // m elements, k operations each, on the vector unit
    kMove     // m rows of n bytes from one place to another; DDR's side in the fields below
};

struct Work {
    WorkKind kind = WorkKind::kNone;
    Operand operand = Operand::kActivations;  // kMove: what is moved
    std::uint32_t layer = 0;                  // index into Program::layers
    std::uint32_t m = 0, n = 0, k = 0;        // as WorkKind says
    // kMove over DDR: `m` rows of `n` bytes, `stride` bytes from one row's start to the next.
    std::uint64_t address = 0;
    std::uint32_t stride = 0;
};

// A layer as a trace remembers it: enough for per-layer reports and for `--cycles model`.
struct LayerWork {
    std::string name;
    LayerKind kind = LayerKind::kGemm;
    std::uint64_t macs = 0;  // useful multiply-accumulates, exactly the layer's arithmetic
    PerOperand<std::uint64_t> bytes{};  // unique bytes of each operand (compulsory DDR traffic)
    // Convolution geometry, which row-stationary mapping needs; 1 for GEMMs.
    std::uint32_t filter_h = 1, filter_w = 1, stride_h = 1, out_w = 1;
};

}  // namespace systole::ir
