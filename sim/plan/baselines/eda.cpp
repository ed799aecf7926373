#include "sim/plan/baselines/eda.h"

#include "sim/plan/baselines/candidate.h"
#include "sim/plan/dag/op_graph.h"
#include "sim/plan/dag/op_machine.h"
#include "sim/plan/dag/ready_set.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/fit_check.h"
#include "sim/plan/place/victim_rule.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;
namespace {

// Tiles looked at for the next place in a group, the first ones by id: all would be quadratic.
constexpr std::size_t kLookahead = 64;

class Traversal {
 public:
    Traversal(const OpGraph& graph, const config::ArchConfig& config)
        : graph_(graph), machine_(graph, config), tiles_(graph.size()), seen_(graph.size(), 0) {
        label();
        for (const Op op : graph.inner()) {
            if (graph.succ(op).empty()) {
                tiles_.insert(op);
            }
        }
        in_group_.assign(graph.program().buffers(), false);
    }

    std::vector<Op> run(std::size_t group) {
        while (!tiles_.empty()) {
            for (const Op tile : pick(group)) {
                walk(tile);
            }
        }
        return std::move(sequence_);
    }

 private:
    // Sethi and Ullman's registers, with pressures: what an operation leaves behind, and what its
    // tree needs at most when the neediest branch goes first. An operation with several consumers
    // counts in each.
    void label() {
        const std::size_t n = graph_.size();
        result_.assign(n, 0);
        need_.assign(n, 0);
        std::vector<bool> opened(graph_.program().buffers(), false);
        const auto label_one = [&](Op op) {
            for (const BufId b : graph_.needs(op)) {
                if (!opened[index(b)]) {
                    opened[index(b)] = true;
                    result_[op] += machine_.pressure_of(b);
                }
            }
            std::uint64_t held = 0;
            for (const Op p : visiting_order(op)) {
                need_[op] = std::max(need_[op], held + need_[p]);
                held += result_[p];
            }
            need_[op] = std::max(need_[op], held + result_[op]);
        };
        std::vector<bool> done(n, false);
        for (const Op op : graph_.by_id()) {
            for (const Op p : graph_.pred(op)) {
                if (graph_.is_feeder(p) && !done[p]) {
                    done[p] = true;
                    label_one(p);
                }
            }
            label_one(op);
        }
    }

    std::vector<Op> visiting_order(Op op) const {
        const Span<Op> pred = graph_.pred(op);
        std::vector<Op> order(pred.begin(), pred.end());
        std::stable_sort(order.begin(), order.end(), [&](Op a, Op b) {
            return need_[a] - std::min(need_[a], result_[a]) >
                   need_[b] - std::min(need_[b], result_[b]);
        });
        return order;
    }

    // Operations of a tile that have not run, the tile included; inputs too.
    const std::vector<Op>& cone(Op tile) {
        ++stamp_;
        cone_.assign(1, tile);
        seen_[tile] = stamp_;
        for (std::size_t i = 0; i < cone_.size(); ++i) {
            for (const Op p : graph_.pred(cone_[i])) {
                if (seen_[p] != stamp_ && !machine_.done(p)) {
                    seen_[p] = stamp_;
                    cone_.push_back(p);
                }
            }
        }
        return cone_;
    }

    // Units of the cone's buffers that are resident or in the group already, and of those that are
    // not.
    std::pair<std::uint64_t, std::uint64_t> reuse(Op tile) {
        std::uint64_t shared = 0;
        std::uint64_t missing = 0;
        touched_.clear();
        for (const Op op : cone(tile)) {
            for (const BufId b : graph_.needs(op)) {
                touched_.push_back(b);
            }
        }
        std::sort(touched_.begin(), touched_.end());
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
        for (const BufId b : touched_) {
            const std::uint64_t size = graph_.program().size[index(b)];
            (machine_.resident(b) || in_group_[index(b)] ? shared : missing) += size;
        }
        return {shared, missing};
    }

    // The pressure that running the cone now would lead to.
    std::uint64_t pressure_of(Op tile) {
        const std::size_t mark = machine_.mark();
        const std::uint64_t peak = machine_.peak();
        machine_.forget_peak();
        trial_.clear();
        post_order(tile, trial_);
        for (const Op op : trial_) {
            machine_.run(op);
        }
        const std::uint64_t reached = machine_.peak();
        machine_.undo(mark, peak);
        return reached;
    }

    std::vector<Op> pick(std::size_t group) {
        std::vector<Op> picked;
        while (picked.size() < group && !tiles_.empty()) {
            std::optional<Op> best;
            std::pair<std::uint64_t, std::uint64_t> best_reuse;
            tiles_.each_of_first(kLookahead, [&](Op tile) {
                const auto [shared, missing] = reuse(tile);
                const bool better = !best || shared > best_reuse.first ||
                                    (shared == best_reuse.first && missing < best_reuse.second);
                if (better && (picked.empty() || pressure_of(tile) <= machine_.full())) {
                    best = tile;
                    best_reuse = {shared, missing};
                }
            });
            if (!best) {
                break;
            }
            tiles_.erase(*best);
            picked.push_back(*best);
            for (const Op op : cone(*best)) {
                for (const BufId b : graph_.needs(op)) {
                    in_group_[index(b)] = true;
                    group_buffers_.push_back(b);
                }
            }
        }
        for (const BufId b : group_buffers_) {
            in_group_[index(b)] = false;
        }
        group_buffers_.clear();
        return picked;
    }

    // Inner operations of the tile's cone, depth first.
    void post_order(Op tile, std::vector<Op>& into) {
        ++stamp_;
        struct Frame {
            Op op;
            std::vector<Op> pred;
            std::size_t next;
        };
        std::vector<Frame> stack;
        seen_[tile] = stamp_;
        stack.push_back({tile, visiting_order(tile), 0});
        while (!stack.empty()) {
            Frame& frame = stack.back();
            if (frame.next == frame.pred.size()) {
                into.push_back(frame.op);
                stack.pop_back();
                continue;
            }
            const Op p = frame.pred[frame.next++];
            if (seen_[p] != stamp_ && !machine_.done(p) && !graph_.is_feeder(p)) {
                seen_[p] = stamp_;
                stack.push_back({p, visiting_order(p), 0});
            }
        }
    }

    void walk(Op tile) {
        const std::size_t first = sequence_.size();
        post_order(tile, sequence_);
        for (std::size_t i = first; i < sequence_.size(); ++i) {
            machine_.run(sequence_[i]);
        }
        machine_.forget();
    }

    const OpGraph& graph_;
    dag::OpMachine machine_;
    std::vector<std::uint64_t> result_;  // pressure
    std::vector<std::uint64_t> need_;
    dag::ReadySet tiles_;  // sinks to be done
    std::vector<bool> in_group_;
    std::vector<BufId> group_buffers_;
    std::vector<BufId> touched_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t stamp_ = 0;
    std::vector<Op> cone_;
    std::vector<Op> trial_;
    std::vector<Op> sequence_;
};

}  // namespace

ir::Plan plan_eda(const ir::Program& program,
                  const config::ArchConfig& config,
                  place::SpillLog* log) {
    place::check_fits(program, config);
    const OpGraph graph(program);
    std::vector<std::vector<Op>> sequences = {graph.by_id()};
    for (const std::size_t group : {1, 2, 4, 8}) {
        sequences.push_back(Traversal(graph, config).run(group));
    }
    // Tier accesses are the same in every order, so energy falls with DDR traffic.
    constexpr std::array<std::string_view, 2> kRules = {"belady", "window"};
    std::optional<Candidate> best;
    ir::Order best_order;
    std::string_view best_rule;
    for (const std::vector<Op>& sequence : sequences) {
        const ir::Order order = graph.expand(sequence);
        for (const std::string_view rule : kRules) {
            Candidate candidate = place_candidate(program, order, config, rule);
            if (!best || cheaper(candidate, *best)) {
                best = std::move(candidate);
                best_order = order;
                best_rule = rule;
            }
        }
    }
    if (log != nullptr) {
        place::place_best_fit(program, best_order, config, place::victim_rule(best_rule), log);
    }
    return std::move(best->plan);
}

}  // namespace systole::baselines
