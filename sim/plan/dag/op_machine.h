#pragma once

#include "sim/config/arch_config.h"
#include "sim/plan/dag/op_graph.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace systole::dag {

// The residency of a growing sequence of operations, with undo. Pressure of a tier: resident units
// times the least common multiple of the capacities over the tier's own, so that `full()` is
// exactly full in every tier.
class OpMachine {
 public:
    OpMachine(const OpGraph& graph, const config::ArchConfig& config);

    // What a state is beside the constant graph; copied by searches that keep several.
    struct State {
        std::vector<bool> done;           // per operation
        std::vector<bool> open;           // per buffer
        std::vector<std::uint32_t> left;  // per buffer: operations its FREE still waits for
        PerTier<std::uint64_t> units{};
        std::uint64_t peak = 0;  // largest pressure so far
    };
    const State& state() const { return state_; }
    // Goes on from `state`, which becomes what this one was at; nothing before can be undone.
    void exchange(State& state) {
        std::swap(state_, state);
        log_.clear();
    }

    // Runs `op`, which must be ready but for feeders; they run first.
    void run(Op op);
    bool done(Op op) const { return state_.done[op]; }
    bool resident(BufId b) const { return state_.open[index(b)]; }
    std::uint64_t pressure() const;
    std::uint64_t peak() const { return state_.peak; }
    std::uint64_t full() const { return lcm_; }
    void forget_peak() { state_.peak = pressure(); }
    std::uint64_t pressure_of(BufId b) const;

    std::size_t mark() const { return log_.size(); }
    // Back to the mark; the peak becomes `peak`.
    void undo(std::size_t mark, std::uint64_t peak);
    // Gives up undoing what has run so far.
    void forget() { log_.clear(); }

 private:
    void run_one(Op op);

    enum class Change : std::uint8_t { kDone, kOpened, kReleased };
    struct Entry {
        Change change;
        std::uint32_t what;
    };
    const OpGraph& graph_;
    std::uint64_t lcm_ = 1;
    PerTier<std::uint64_t> weight_{};
    State state_;
    std::vector<Entry> log_;
};

// Largest pressure of a sequence, from nothing.
std::uint64_t peak_pressure(const OpGraph& graph,
                            const config::ArchConfig& config,
                            const std::vector<Op>& sequence);

}  // namespace systole::dag
