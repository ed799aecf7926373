#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/plan.h"
#include "sim/plan/dag/op_graph.h"
#include "sim/plan/place/buffer_cost.h"
#include "sim/plan/place/tier_state.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace systole::search {

// How a placement chooses addresses and victims. Victims are the residents under a window of
// addresses large enough for the newcomer; the window with the smallest price wins, a resident's
// price being its spill traffic over a power of the distance to its next use (operations), plus a
// price for the cycles that the transfer pipe would wait for the window.
struct PlacementRule {
    // Half steps of the power: 0 = no part, 1 = square root, 2 = distance, 6 = its cube. Large:
    // Belady's rule; small: the cheapest window.
    std::uint8_t half_power = 2;
    // kLow: at the low end of the gap. kSplit: buffers that DDR backs at the low end, others at the
    // high end. kLargeHigh: buffers of an eighth of the tier and more at the high end.
    enum class Ends : std::uint8_t { kLow, kSplit, kLargeHigh } ends = Ends::kLow;
    double wait_price = 0;  // per cycle
    // Of several gaps, the one that is free first instead of the smallest.
    bool earliest_gap = false;
};

// What a placement costs.
struct Outcome {
    Units traffic = 0;    // extra DDR traffic of its spills
    Cycles makespan = 0;  // 0 unless timed
};

// Places and times an order of anchors in one pass: each operation's missing buffers are given
// addresses right before it, dead ones leave right after. The makespan is that of the execution
// model's recurrence. An object is reused for any number of orders; no allocation after the first.
class Placement {
 public:
    Placement(const dag::OpGraph& graph, const config::ArchConfig& config);

    // The outcome of `anchors`, a topological order of all anchors. Gives up as soon as the traffic
    // is above `traffic_limit` or the makespan above `makespan_limit`; the outcome then is what has
    // been reached, above the limit.
    Outcome evaluate(const std::vector<std::uint32_t>& anchors,
                     const PlacementRule& rule,
                     bool timed,
                     Units traffic_limit = ~Units{0},
                     Cycles makespan_limit = ~Cycles{0});

    // The plan of `anchors` under `rule`. Requires what place::check_fits (place/fit_check.h)
    // checks.
    ir::Plan plan(const std::vector<std::uint32_t>& anchors, const PlacementRule& rule);

 private:
    struct Released {
        std::uint32_t lo, hi;
        Cycles at;
    };
    // Addresses to be cleared: what it costs, and when the first of what stands there is needed.
    struct Window {
        double price = std::numeric_limits<double>::infinity();
        std::uint32_t next_use = 0;
    };
    struct TimedTier {
        place::TierState space;
        std::vector<Released> released;  // disjoint; when the addresses were last given up
    };
    struct Buffer : place::BufferCost {
        bool resident = false, opened = false, freed = false;
        std::uint32_t pinned = 0;  // stamp of the operation that pins it
        std::uint32_t offset = 0;
        std::uint32_t next = 0;       // index into use_
        std::uint32_t ends_left = 0;  // operations its FREE still waits for
        std::uint32_t spill = 0;      // number of its latest spill
        Cycles open_end = 0;          // of the ALLOC or SPILL_IN of its residency
        Cycles users_end = 0;         // of the ALLOC and of all users so far
        Cycles out_end = 0;           // of the latest SPILL_OUT
        Cycles ends_end = 0;          // of what its FREE waits for
    };

    void start();
    void list_operations(const std::vector<std::uint32_t>& anchors);
    void list_uses();
    void run(Units traffic_limit, Cycles makespan_limit);
    void step(std::uint32_t position);
    void open(std::uint32_t buffer);
    void bring(std::uint32_t buffer);
    void bring_side_by_side(dag::Op op, Tier tier);
    void enter(std::uint32_t buffer, std::uint32_t offset);
    void leave(std::uint32_t buffer, Cycles at);
    void spill_out(std::uint32_t buffer);
    void free_buffer(std::uint32_t buffer);
    void execute(dag::Op op);
    bool find_room(const Buffer& b, std::uint32_t* offset);
    bool find_gap(const Buffer& b, std::uint32_t* offset) const;
    bool find_window(const Buffer& b, std::uint32_t* offset) const;
    Window window_at(const TimedTier& tier, std::uint32_t lo, std::uint32_t hi, double limit) const;
    double distance_power(std::uint32_t distance) const;
    Cycles free_since(const TimedTier& tier, std::uint32_t lo, std::uint32_t hi) const;
    void release(TimedTier& tier, std::uint32_t lo, std::uint32_t hi, Cycles at);

    const dag::OpGraph& graph_;
    const ir::Program& program_;
    PerTier<TimedTier> tiers_;
    std::vector<Buffer> buffers_;
    std::vector<std::uint32_t> use_offset_;  // per buffer
    std::vector<std::uint32_t> use_;         // positions of a buffer's uses, then of its FREE
    std::vector<std::uint32_t> use_count_;
    std::vector<dag::Op> sequence_;  // operations in execution order
    std::vector<bool> listed_;       // per operation
    std::vector<dag::Op> stack_;
    std::vector<Cycles> end_;  // per operation
    PerPipe<Cycles> pipe_free_{};
    std::vector<Released> split_;  // scratch of release()
    std::vector<std::uint32_t> victims_;

    PlacementRule rule_;
    bool timed_ = false;
    ir::Plan* recorded_ = nullptr;
    Outcome outcome_;
    std::uint32_t now_ = 0;
};

}  // namespace systole::search
