#pragma once

#include "sim/plan/search/sharing.h"

#include <cstdint>
#include <vector>

namespace systole::search {

// Components that run interleaved, step by step.
using Group = std::vector<std::uint32_t>;

// Walks all components in groups of `group_size`, each next group the one that needs the fewest
// units of shared buffers that the group before did not have, so that neighbours reuse what is
// resident: on a tiled matrix product a walk over pairs of output tiles, turning back at each
// border. Components that share nothing with the group before follow by number.
std::vector<Group> reuse_tour(const Sharing& sharing, std::uint32_t group_size);

// How the components of a group alternate. kFine: operation by operation. kCoarse: a component goes
// on until it needs a shared buffer that was not used lately.
enum class Interleave : std::uint8_t { kFine, kCoarse };

// Turns groups into orders of their anchors: again and again the ready anchor that shares most with
// the shared buffers used last, recent ones counting more; of equals one of the component that has
// advanced least, then the smallest anchor. One object for many groups.
class GroupOrder {
 public:
    explicit GroupOrder(const Sharing& sharing);
    // Appends the anchors of `group` to `order`, all of them once, topologically.
    void append(const Group& group, Interleave interleave, std::vector<std::uint32_t>& order);

 private:
    std::uint64_t affinity(std::uint32_t anchor) const;
    bool is_recent(BufId buffer) const;
    std::uint32_t next_sharing();
    std::uint32_t next_of(std::uint32_t component);
    std::uint32_t next_of_all(const Group& group);
    void take(std::uint32_t anchor, std::vector<std::uint32_t>& order);

    const Sharing& sharing_;
    std::vector<std::uint32_t> waiting_;             // per anchor: predecessors to come
    std::vector<std::uint32_t> taken_;               // per component: anchors taken
    std::vector<std::uint8_t> state_;                // per anchor
    std::vector<std::vector<std::uint32_t>> ready_;  // per component: heap, smallest anchor first
    std::vector<BufId> recent_;                      // shared buffers, latest use last
    std::vector<std::uint32_t> seen_;                // per anchor: step at which it was looked at
    std::uint32_t step_ = 0;
};

}  // namespace systole::search
