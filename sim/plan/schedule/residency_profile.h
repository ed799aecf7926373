#pragma once

#include "sim/ir/program.h"

#include <array>
#include <vector>

namespace systole::schedule {

// What is alive (ALLOC to FREE) at every position of an order, while stretches of the order are
// rearranged: no rearrangement may raise a peak above those the order had at first. Peaks: each
// tier, L1 and UB together, all five.
class ResidencyProfile {
 public:
    ResidencyProfile(const ir::Program& program, const std::vector<NodeId>& order);

    // Whether the peaks stay when `nodes` stand at [first, first + nodes.size()).
    bool allows(std::uint32_t first, const std::vector<NodeId>& nodes);
    // Notes that they do stand there now.
    void set(std::uint32_t first, const std::vector<NodeId>& nodes);

 private:
    static constexpr std::size_t kSums = kTierCount + 2;
    using Level = std::array<std::int64_t, kSums>;

    void step(NodeId v, Level& level) const;

    const ir::Program& program_;
    std::vector<Level> behind_;  // per position: alive when its node is done
    Level peak_{};
};

}  // namespace systole::schedule
