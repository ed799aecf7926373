#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/energy_table.h"
#include "sim/ir/layer.h"
#include "sim/ir/work.h"
#include "sim/model/energy.h"
#include "sim/model/layer_stats.h"
#include "sim/model/metrics.h"
#include "sim/stats/counter.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace systole {

// MATMUL nodes of the largest program that is run in one piece: some gigabytes of memory.
inline constexpr std::uint64_t kSegmentSteps = 1'000'000;

// Cuts a network between layers so that the programs of the pieces have at most `steps` MATMUL
// nodes each, a single layer excepted. One piece when all fits.
// Errors: those of lower::expected_steps.
std::vector<ir::Network> cut_into_segments(const ir::Network& network,
                                           const config::ArchConfig& config,
                                           std::uint64_t steps);

// What a network took whose segments ran one after the other: sums, and the highest of peaks.
struct SegmentedRun {
    std::vector<ir::LayerWork> layers;
    model::Metrics metrics;
    model::LayerTable table;
    model::EnergyResult energy;
    std::vector<stats::Sample> counters;
    std::size_t simulated = 0;  // segments that were; others equal an earlier one
};

// Lowers, plans and times each segment on its own, the next one starting when the one before has
// ended: no weights are loaded across a border. Segments of equal layers are simulated once.
// `progress` is called before each with its index. Errors: those of lower_network, make_plan and
// time_plan.
SegmentedRun run_segments(const std::vector<ir::Network>& segments,
                          const config::ArchConfig& config,
                          std::string_view schedule,
                          std::string_view spill,
                          const config::EnergyTable* prices,
                          const std::function<void(std::size_t)>& progress = {});

}  // namespace systole
