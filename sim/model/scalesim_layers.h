#pragma once

#include "arch/cube/scalesim_memory_timing.h"
#include "arch/cube/scalesim_timing.h"
#include "sim/ir/layer.h"

#include <optional>
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
// m. With `memory`, the array waits for it (InterfaceBandwidth USER). A depthwise layer is one
// layer for each channel, "NAMEChannel_0" and so on, as SCALE-Sim runs it. Errors: `array.layer`
// for any other layer that is no product of two matrices (SCALE-Sim has none) and for more than a
// million of them, and those of arch::scalesim_cost and arch::add_scalesim_stalls, with the layer's
// line.
std::vector<ScalesimLayer> scalesim_layers(const ir::Network& network,
                                           const arch::Array& array,
                                           const std::optional<arch::ScalesimMemory>& memory = {});

}  // namespace systole::model
