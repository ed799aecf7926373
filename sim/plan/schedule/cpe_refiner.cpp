#include "sim/plan/schedule/cpe_refiner.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/plan/schedule/pipe_timing.h"
#include "sim/plan/schedule/residency_profile.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace systole::schedule {
namespace {

class Cpe {
 public:
    Cpe(const ir::Program& program,
        const ir::ExecGraph& graph,
        const config::ScheduleConfig& config,
        CpeResult& result)
        : graph_(graph),
          config_(config),
          result_(result),
          timing_(graph),
          profile_(program, graph.order),
          mark_(graph.nodes(), 0) {}

    const std::vector<NodeId>& run() {
        result_.makespan_before = timing_.makespan();
        for (std::uint64_t pass = 0; pass < config_.cpe_passes; ++pass) {
            const std::size_t before = result_.accepted;
            ++result_.passes;
            refine_around(critical_chain());
            if (result_.accepted == before) {
                break;
            }
        }
        result_.makespan_after = timing_.makespan();
        return timing_.order();
    }

 private:
    // From the first node to the last one to end: each starts when the one before it ends. Of
    // several the dependency with the smallest id goes before the pipe's order. (Equation 34; paths
    // through waits for a pipe count, since they make the makespan.)
    std::vector<NodeId> critical_chain() {
        NodeId v = NodeId::kNone;
        for (std::uint32_t i = 0; i < graph_.nodes() && v == NodeId::kNone; ++i) {
            if (timing_.end(NodeId{i}) == timing_.makespan() && graph_.pipe[i] != Pipe::kNone) {
                v = NodeId{i};
            }
        }
        std::vector<NodeId> chain;
        critical_.assign(graph_.nodes(), false);
        while (v != NodeId::kNone) {
            chain.push_back(v);
            critical_[index(v)] = true;
            NodeId next = NodeId::kNone;
            if (timing_.start(v) > 0) {
                for (const NodeId p : timing_.pred(v)) {
                    if (timing_.end(p) == timing_.start(v) && p < next) {
                        next = p;
                    }
                }
                if (next == NodeId::kNone) {
                    next = timing_.before(v);
                }
            }
            v = next;
        }
        std::reverse(chain.begin(), chain.end());
        return chain;
    }

    void refine_around(const std::vector<NodeId>& chain) {
        for (const NodeId v : chain) {
            if (graph_.pipe[index(v)] != Pipe::kNone) {
                refine(v);
            }
        }
    }

    // Equation 35: partners on the same pipe, since a place in the order means nothing to other
    // pipes. They may be on the chain: as it runs through waits for a pipe, the node that `v` waits
    // for is on it, and to leave that one out would leave out every useful pair. A partner in front
    // of `v` is of use only where `v` waits for its pipe (positive slack, equation 33), one behind
    // it only where the chain leaves `v` along its pipe.
    void refine(NodeId v) {
        if (timing_.start(v) > timing_.ready(v)) {
            look(v, [&](NodeId u) { return timing_.before(u); });
        }
        const NodeId next = timing_.behind(v);
        if (next != NodeId::kNone && timing_.start(next) == timing_.end(v) &&
            critical_[index(next)]) {
            look(v, [&](NodeId u) { return timing_.behind(u); });
        }
    }

    template <class Step>
    void look(NodeId v, Step step) {
        bool busy = true;  // the pipe, from the earlier of the two to the later
        for (NodeId u = step(v), nearer = v; u != NodeId::kNone; nearer = u, u = step(u)) {
            const std::uint32_t pv = timing_.position(v);
            const std::uint32_t pu = timing_.position(u);
            if (std::max(pv, pu) - std::min(pv, pu) > config_.cpe_width) {
                return;
            }
            busy = busy && (pu < pv ? timing_.end(u) == timing_.start(nearer)
                                    : timing_.end(nearer) == timing_.start(u));
            if (!(busy && (pu < pv ? is_saturated(u, v) : is_saturated(v, u))) && try_pair(v, u)) {
                return;
            }
        }
    }

    // Whether no exchange among the nodes of a pipe from `first` to `last`, which run without a
    // pause, makes the makespan smaller: they start when the pipe is free, so they end no earlier
    // in another sequence, and what comes next on the pipe, or the end of the run, waits for that.
    bool is_saturated(NodeId first, NodeId last) const {
        const NodeId before = timing_.before(first);
        if (timing_.start(first) != (before == NodeId::kNone ? 0 : timing_.end(before))) {
            return false;
        }
        const NodeId next = timing_.behind(last);
        return next == NodeId::kNone
                   ? timing_.end(last) == timing_.makespan()
                   : timing_.start(next) == timing_.end(last) &&
                         timing_.start(next) + timing_.way(next) == timing_.makespan();
    }

    // Moves the later one of the two in front of the earlier one, with all it depends on in
    // between; else the earlier one behind the later, with all that depends on it; else swaps them,
    // leaving the rest between them.
    bool try_pair(NodeId a, NodeId b) {
        const std::uint32_t lo = std::min(timing_.position(a), timing_.position(b));
        const std::uint32_t hi = std::max(timing_.position(a), timing_.position(b));
        return (move_up(lo, hi) && attempt(lo)) || (move_down(lo, hi) && attempt(lo)) ||
               (hi > lo + 1 && swap(lo, hi) && attempt(lo));
    }

    NodeId at(std::uint32_t position) const { return timing_.order()[position]; }

    // Marks, from `hi` down, what the node at `hi` depends on; false when the one at `lo` is among
    // it. Lists the marked ones, then the others.
    bool move_up(std::uint32_t lo, std::uint32_t hi) {
        mark(at(hi));
        for (std::uint32_t p = hi; p > lo; --p) {
            if (marked(at(p))) {
                for (const NodeId other : timing_.pred(at(p))) {
                    mark(other);
                }
            }
        }
        const bool possible = !marked(at(lo));
        list(lo, hi, true);
        return possible;
    }

    bool move_down(std::uint32_t lo, std::uint32_t hi) {
        mark(at(lo));
        for (std::uint32_t p = lo; p < hi; ++p) {
            if (marked(at(p))) {
                for (const NodeId other : timing_.succ(at(p))) {
                    mark(other);
                }
            }
        }
        const bool possible = !marked(at(hi));
        list(lo, hi, false);
        return possible;
    }

    bool swap(std::uint32_t lo, std::uint32_t hi) {
        const auto all_outside = [&](Span<NodeId> nodes) {
            return std::all_of(nodes.begin(), nodes.end(), [&](NodeId v) {
                return timing_.position(v) < lo || timing_.position(v) > hi;
            });
        };
        if (!all_outside(timing_.succ(at(lo))) || !all_outside(timing_.pred(at(hi)))) {
            return false;
        }
        nodes_.assign(timing_.order().begin() + lo, timing_.order().begin() + hi + 1);
        std::swap(nodes_.front(), nodes_.back());
        return true;
    }

    void mark(NodeId v) { mark_[index(v)] = stamp_; }
    bool marked(NodeId v) const { return mark_[index(v)] == stamp_; }

    void list(std::uint32_t lo, std::uint32_t hi, bool marked_first) {
        nodes_.clear();
        for (const bool wanted : {marked_first, !marked_first}) {
            for (std::uint32_t p = lo; p <= hi; ++p) {
                if (marked(at(p)) == wanted) {
                    nodes_.push_back(at(p));
                }
            }
        }
        ++stamp_;
    }

    bool attempt(std::uint32_t lo) {
        if (!profile_.allows(lo, nodes_)) {
            return false;
        }
        ++result_.tried;
        if (!timing_.try_arrangement(lo, nodes_)) {
            return false;
        }
        profile_.set(lo, nodes_);
        ++result_.accepted;
        return true;
    }

    const ir::ExecGraph& graph_;
    const config::ScheduleConfig& config_;
    CpeResult& result_;
    PipeTiming timing_;
    ResidencyProfile profile_;
    std::vector<bool> critical_;       // per node: on the chain at hand
    std::vector<std::uint32_t> mark_;  // per node: stamp_ when it goes along
    std::uint32_t stamp_ = 1;
    std::vector<NodeId> nodes_;  // the arrangement at hand
};

}  // namespace

CpeResult refine_cpe(const ir::Program& program, ir::Plan plan, const config::ArchConfig& config) {
    CpeResult result;
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    plan.order = Cpe(program, graph, config.schedule, result).run();
    result.plan = std::move(plan);
    return result;
}

}  // namespace systole::schedule
