#pragma once

#include "arch/cube/scalesim_timing.h"
#include "sim/ir/layer.h"

#include <string>
#include <vector>

namespace systole::model {

// A layer as SCALE-Sim would report it.
struct ScalesimLayer {
    std::string name;
    arch::Gemm gemm;
    arch::ScalesimCost cost;
    bool windows_fit = true;  // else a filter window hangs over the edge: cost.ifmap_sram.stop is a
                              // bound, not what SCALE-Sim prints
};

// Each layer of `network` on `array` by SCALE-Sim's convention; the batch of a convolution lies in
// m. Errors: `array.layer` for a layer that is no product of two matrices (SCALE-Sim has none) and
// those of arch::scalesim_cost, with the layer's line.
std::vector<ScalesimLayer> scalesim_layers(const ir::Network& network, const arch::Array& array);

}  // namespace systole::model
