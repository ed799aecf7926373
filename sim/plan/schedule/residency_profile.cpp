#include "sim/plan/schedule/residency_profile.h"

#include <algorithm>

namespace systole::schedule {

ResidencyProfile::ResidencyProfile(const ir::Program& program, const std::vector<NodeId>& order)
    : program_(program), behind_(order.size()) {
    set(0, order);
    for (const Level& level : behind_) {
        for (std::size_t i = 0; i < kSums; ++i) {
            peak_[i] = std::max(peak_[i], level[i]);
        }
    }
}

void ResidencyProfile::step(NodeId v, Level& level) const {
    if (index(v) >= program_.nodes() || program_.kind[index(v)] == ir::NodeKind::kOperation) {
        return;
    }
    const std::size_t b = index(program_.bufs[index(v)][0]);
    const Tier t = program_.tier[b];
    const std::int64_t change = program_.kind[index(v)] == ir::NodeKind::kAlloc
                                    ? std::int64_t{program_.size[b]}
                                    : -std::int64_t{program_.size[b]};
    level[index(t)] += change;
    level[kTierCount] += t == Tier::kL1 || t == Tier::kUB ? change : 0;
    level[kTierCount + 1] += change;
}

bool ResidencyProfile::allows(std::uint32_t first, const std::vector<NodeId>& nodes) {
    Level level = first == 0 ? Level{} : behind_[first - 1];
    for (const NodeId v : nodes) {
        step(v, level);
        for (std::size_t i = 0; i < kSums; ++i) {
            if (level[i] > peak_[i]) {
                return false;
            }
        }
    }
    return true;
}

void ResidencyProfile::set(std::uint32_t first, const std::vector<NodeId>& nodes) {
    Level level = first == 0 ? Level{} : behind_[first - 1];
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        step(nodes[i], level);
        behind_[first + i] = level;
    }
}

}  // namespace systole::schedule
