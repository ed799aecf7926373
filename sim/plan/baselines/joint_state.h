#pragma once

#include "sim/config/arch_config.h"
#include "sim/plan/dag/op_graph.h"
#include "sim/plan/dag/op_machine.h"
#include "sim/plan/place/buffer_cost.h"
#include "sim/plan/place/tier_state.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;

// Executed operations together with who is resident where, and the traffic so far: COSMA's state.
// An atomic step makes an operation's buffers resident (best fit; where no gap is large enough, the
// cheapest window is emptied), runs it and drops what is dead. Steps can be undone.
class JointState {
 public:
    JointState(const OpGraph& graph, const config::ArchConfig& config);

    // Runs an inner operation whose inner predecessors are done, missing inputs first.
    void step(Op op);
    bool done(Op op) const { return done_[op]; }
    Units traffic() const { return traffic_; }  // extra DDR traffic so far
    std::uint64_t pressure() const;
    std::uint64_t hash() const { return hash_; }  // of what is done and what is resident
    // Units of the operation's buffers that a step would have to bring, and units of resident ones
    // that it is the last to hold.
    std::pair<Units, Units> outlook(Op op) const;

    // Remembers the state; back() returns to the latest one remembered.
    void remember();
    void back();

 private:
    enum class Place : std::uint8_t { kUnborn, kResident, kSpilled, kDead };
    struct Change {
        std::uint32_t what;
        std::uint8_t kind;
        Place was;
    };

    void ensure(Span<BufId> bufs);
    void place_all(Span<BufId> bufs, Tier t);
    bool place(BufId b);
    void run_one(Op op);
    void set(BufId b, Place place);
    void evict(BufId b);
    void remove(BufId b);

    const OpGraph& graph_;
    std::shared_ptr<const std::vector<place::BufferCost>> cost_;  // of all copies
    std::vector<bool> done_;
    std::vector<Place> place_;
    std::vector<std::uint32_t> left_;
    PerTier<place::TierState> tiers_;
    PerTier<std::uint64_t> units_{};
    Units traffic_ = 0;
    std::uint64_t hash_ = 0;
    std::vector<BufId> pinned_;
    std::vector<BufId> victims_;
    // Of the state remembered.
    std::vector<Change> changes_;
    PerTier<place::TierState> old_tiers_;
    PerTier<std::uint64_t> old_units_{};
    Units old_traffic_ = 0;
    std::uint64_t old_hash_ = 0;
};

}  // namespace systole::baselines
