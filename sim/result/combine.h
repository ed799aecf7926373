#pragma once

#include "sim/result/run_result.h"

#include <cstddef>
#include <vector>

namespace systole {

// Adds to `whole` a part that ran right behind what `whole` has so far: sums of cycles, bytes and
// actions, the highest of peaks, ratios of summed numerators and denominators. A pipe that works
// in the part was waiting for it when it drained before. Of bounds, what they follow from
// (model::conclude): sums of work and bytes, the longest of critical paths. `layer`: which layer of
// the whole each of the part's layers is, or is a band of. Before the first part `whole.segments`
// is 0 and `whole.program` lists the layers of the whole; every part raises `segments`. Plan,
// graph, timeline and waits are not combined. Energy that a part does not have, the whole does not
// have.
void combine(RunResult& whole, const RunResult& part, const std::vector<std::size_t>& layer);

}  // namespace systole
