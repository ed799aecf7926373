#pragma once

#include "sim/sweep/point_source.h"

#include <memory>

namespace systole::sweep {

// Spends a budget of runs near the Pareto front of the chosen objectives: a steady evolutionary
// search on the levels of the swept keys, in generations of kGeneration points.
//
// Each workload, method, objective and spill rule has a front and a budget of its own. The first
// quarter of a budget is a Latin hypercube (point_source.h). Every later point is a child of two
// members of the front found so far, chosen at random: it takes each key's level from one of them
// (uniform crossover), then one key moves to a neighbouring level, and with probability 1/4 another
// one to any level. Children that were run or that a constraint excludes are drawn again; after 200
// tries a random point takes the place. Results count generation by generation, so the points
// depend on the seed and the budget alone, never on the number of workers; a stored result counts
// as a run. (After NSGA-II, Deb et al. 2002, with the non-dominated set as parents.)
std::unique_ptr<PointSource> pareto_search(Space& space, const StrategySpec& spec);

inline constexpr std::uint64_t kGeneration = 16;

}  // namespace systole::sweep
