#include "sim/report/occupancy.h"

#include <algorithm>

namespace systole::report {
namespace {

struct Change {
    Cycles time;
    std::int64_t units;
};

std::vector<OccupancyStep> accumulate(std::vector<Change>& changes) {
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return a.time < b.time;
    });
    std::vector<OccupancyStep> steps;
    if (changes.empty()) {
        return steps;
    }
    steps.push_back({0, 0});
    std::int64_t used = 0;
    for (std::size_t i = 0; i < changes.size();) {
        const Cycles time = changes[i].time;
        for (; i < changes.size() && changes[i].time == time; ++i) {
            used += changes[i].units;
        }
        const auto units = static_cast<Units>(used);
        if (time == 0) {
            steps.back().used = units;
        } else if (steps.back().used != units) {
            steps.push_back({time, units});
        }
    }
    return steps;
}

}  // namespace

PerTier<std::vector<OccupancyStep>> occupancy(const ir::ExecGraph& graph,
                                              const ir::Timeline& timeline) {
    PerTier<std::vector<Change>> changes;
    for (const ir::Residency& r : graph.residencies) {
        const std::int64_t size = std::int64_t{r.hi} - std::int64_t{r.lo};
        changes[r.tier].push_back({timeline.start[index(r.open)], size});
        changes[r.tier].push_back({timeline.end[index(r.close)], -size});
    }
    PerTier<std::vector<OccupancyStep>> steps;
    for (const Tier t : kTiers) {
        steps[t] = accumulate(changes[t]);
    }
    return steps;
}

}  // namespace systole::report
