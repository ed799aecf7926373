#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/csr.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <vector>

namespace systole::baselines {

// An operation by its rank among the trace's operations (rising node id).
using Op = std::uint32_t;

// A trace reduced to its operations, the common ground of the rival schedulers. An *input* is an
// operation that waits for no other and has a consumer (a COPY_IN): it is never chosen, it runs
// right before its first consumer. All others are *inner*. A sequence of the inner operations is a
// schedule; expand() puts everything else where it costs least residency.
class OpGraph {
 public:
    explicit OpGraph(const ir::Program& program);

    const ir::Program& program() const { return program_; }
    std::size_t size() const { return node_.size(); }
    NodeId node(Op op) const { return node_[op]; }
    bool is_input(Op op) const { return input_[op]; }
    const std::vector<Op>& inner() const { return inner_; }  // rising
    // Operations that wait for `op`, and that it waits for, through ALLOCs and FREEs too; rising.
    Span<Op> succ(Op op) const { return succ_[op]; }
    Span<Op> pred(Op op) const { return pred_[op]; }
    // Buffers that are open at the latest when `op` runs, and whose FREE waits for it.
    Span<BufId> needs(Op op) const { return needs_[op]; }
    Span<BufId> holds(Op op) const { return holds_[op]; }
    std::uint32_t holders(BufId b) const { return holders_[index(b)]; }

    // The trace's order for a topological sequence of the inner operations: before each its missing
    // ALLOCs and inputs (by node id), behind it every FREE that is ready. O(V + E).
    ir::Order expand(const std::vector<Op>& sequence) const;

    // Sequences that serve as a start: rising node ids (topological even where the trace's ids are
    // not), and depth first from the sinks, ids rising ("demand").
    std::vector<Op> by_id() const;
    std::vector<Op> by_demand() const;

 private:
    const ir::Program& program_;
    std::vector<NodeId> node_;
    std::vector<bool> input_;
    std::vector<Op> inner_;
    ir::Csr<Op> succ_;
    ir::Csr<Op> pred_;
    ir::Csr<BufId> needs_;
    ir::Csr<BufId> holds_;
    std::vector<std::uint32_t> holders_;
};

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
    void restore(const State& state) {
        state_ = state;
        log_.clear();
    }

    // Runs `op`, which must be ready but for inputs; they run first.
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

}  // namespace systole::baselines
