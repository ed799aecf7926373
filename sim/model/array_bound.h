#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/layer.h"

namespace systole::model {

// The fewest cycles in which the array can do the products of a layer, however they are cut into
// tiles and whatever part of the array each takes; 0 for a layer without products.
//
// Skewed arrays (ws, is, os): every fold streams its vectors, and shifts in (os: out) what lies on
// its rows, one row a cycle: max(folds * T * I, Sr * Fc) in the words of systolic_timing.h, where
// cutting a product only adds folds. Depthwise channels share a fold up to as many as rows and
// columns hold. Block: one block every I cycles. Row-stationary: every PE multiplies in every
// cycle.
Cycles least_array_cycles(const ir::Layer& layer, const config::CubeConfig& cube);

}  // namespace systole::model
