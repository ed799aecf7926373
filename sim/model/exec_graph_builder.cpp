#include "sim/model/exec_graph_builder.h"

#include "sim/core/error.h"
#include "sim/model/address_map.h"
#include "sim/model/spill_cost.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace systole::model {
namespace {

using ir::Edge;
using ir::ExecGraph;
using ir::NodeKind;
using ir::Plan;
using ir::Trace;

constexpr std::uint32_t kEnd = 0xFFFFFFFFu;

// Singly linked lists of nodes, many of them, in one pool.
class NodeLists {
 public:
    explicit NodeLists(std::size_t lists) : head_(lists, kEnd) {}

    void clear(std::size_t list) { head_[list] = kEnd; }
    void push(std::size_t list, NodeId node) {
        pool_.push_back({node, head_[list]});
        head_[list] = static_cast<std::uint32_t>(pool_.size() - 1);
    }
    template <class Visit>
    void for_each(std::size_t list, Visit visit) const {
        for (std::uint32_t i = head_[list]; i != kEnd; i = pool_[i].next) {
            visit(pool_[i].node);
        }
    }

 private:
    struct Item {
        NodeId node;
        std::uint32_t next;
    };
    std::vector<std::uint32_t> head_;
    std::vector<Item> pool_;
};

class Builder {
 public:
    Builder(const Trace& trace, const Plan& plan, const config::ArchConfig& config, PlanCheck check)
        : trace_(trace),
          plan_(plan),
          config_(config),
          check_(check),
          open_(trace.buffers(), ResId::kNone),
          spilled_(trace.buffers(), false),
          users_(trace.buffers()),
          reload_(trace.buffers(), NodeId::kNone) {}

    ExecGraph build() {
        check_shape();
        add_nodes();
        for (const ir::Spill& s : plan_.spills) {
            spilled_[index(s.buf)] = true;
        }
        walk_order();
        build_edges();
        return std::move(graph_);
    }

 private:
    [[noreturn]] void refuse(const char* rule, NodeId node, const std::string& message) const {
        SourceRef where{trace_.file, 0, index(node)};
        if (index(node) < trace_.nodes()) {
            where.line = trace_.line_of(node);
        }
        throw_refused(rule, where, message);
    }

    std::uint64_t label(BufId b) const { return trace_.buffer_label[index(b)]; }

    void check_shape() const {
        const std::size_t expected = trace_.nodes() + 2 * plan_.spills.size();
        if (plan_.order.size() != expected) {
            throw_refused("plan.nodes",
                          {trace_.file, 0, {}},
                          fmt::format("the plan orders {} nodes, but the trace's {} and {} spills "
                                      "make {}",
                                      plan_.order.size(),
                                      trace_.nodes(),
                                      plan_.spills.size(),
                                      expected));
        }
        if (plan_.offset.size() != trace_.buffers()) {
            throw_refused("plan.buffers",
                          {trace_.file, 0, {}},
                          fmt::format("the plan places {} buffers, the trace has {}",
                                      plan_.offset.size(),
                                      trace_.buffers()));
        }
        for (const ir::Spill& s : plan_.spills) {
            SYSTOLE_INVARIANT(index(s.buf) < trace_.buffers(), "a spill names no buffer");
        }
    }

    void add_nodes() {
        const std::size_t n = trace_.nodes();
        const std::size_t total = n + 2 * plan_.spills.size();
        graph_.trace_nodes = n;
        graph_.order = plan_.order;
        graph_.pipe.resize(total);
        graph_.cycles.resize(total);
        for (std::size_t v = 0; v < n; ++v) {
            graph_.pipe[v] = trace_.pipe[v];
            graph_.cycles[v] = trace_.cycles[v];
        }
        for (std::size_t k = 0; k < plan_.spills.size(); ++k) {
            const std::uint32_t b = index(plan_.spills[k].buf);
            const SpillCost cost = spill_cost(trace_.size[b], trace_.backed[b], config_.spill);
            graph_.pipe[n + 2 * k] = Pipe::kMTE3;
            graph_.cycles[n + 2 * k] = cost.out;
            graph_.pipe[n + 2 * k + 1] = Pipe::kMTE2;
            graph_.cycles[n + 2 * k + 1] = cost.in;
        }
        graph_.opens.assign(total, ResId::kNone);
        graph_.closes.assign(total, ResId::kNone);
        graph_.residencies.reserve(trace_.buffers() + plan_.spills.size());
    }

    void walk_order() {
        const std::size_t total = graph_.nodes();
        std::vector<bool> done(total, false);
        graph_.uses.offsets.reserve(total + 1);
        // `uses` rows must come in id order, the walk comes in plan order: collect, then group.
        std::vector<std::pair<NodeId, ResId>> uses;
        uses.reserve(trace_.bufs.values.size());
        for (const NodeId v : plan_.order) {
            if (index(v) >= total || done[index(v)]) {
                refuse("plan.nodes",
                       v,
                       index(v) >= total ? "the plan's order names a node that does not exist"
                                         : "the plan's order names this node twice");
            }
            done[index(v)] = true;
            if (index(v) >= trace_.nodes()) {
                const std::size_t k = (index(v) - trace_.nodes()) / 2;
                graph_.is_spill_out(v) ? spill_out(v, k) : spill_in(v, k, done);
                continue;
            }
            for (const NodeId p : trace_.pred[index(v)]) {
                if (!done[index(p)]) {
                    refuse("plan.topological",
                           v,
                           fmt::format("runs before its predecessor {} in the plan's order",
                                       index(p)));
                }
            }
            const Span<BufId> bufs = trace_.bufs[index(v)];
            switch (trace_.kind[index(v)]) {
                case NodeKind::kAlloc:
                    open_residency(v, bufs[0], plan_.offset[index(bufs[0])]);
                    break;
                case NodeKind::kFree:
                    free_buffer(v, bufs[0]);
                    break;
                case NodeKind::kOperation:
                    for (const BufId b : bufs) {
                        uses.emplace_back(v, use(v, b));
                    }
                    break;
            }
        }
        graph_.uses = ir::group_by_row<ResId>(total, [&](auto add) {
            for (const auto& [v, r] : uses) {
                add(index(v), r);
            }
        });
    }

    void open_residency(NodeId v, BufId b, std::uint32_t offset) {
        const std::uint32_t size = trace_.size[index(b)];
        const Tier tier = trace_.tier[index(b)];
        const std::uint64_t end = std::uint64_t{offset} + size;
        if (check_ == PlanCheck::kFull && end > config_.tiers[tier].capacity) {
            refuse("plan.capacity",
                   v,
                   fmt::format("buffer {} at [{}, {}) does not fit {} of {} units",
                               label(b),
                               offset,
                               end,
                               name(tier),
                               config_.tiers[tier].capacity));
        }
        const ResId r{static_cast<std::uint32_t>(graph_.residencies.size())};
        const auto hi = static_cast<std::uint32_t>(end);
        graph_.residencies.push_back({b, tier, offset, hi, v, NodeId::kNone});
        graph_.opens[index(v)] = r;
        open_[index(b)] = r;
        users_.clear(index(b));
        maps_[tier].take(offset, hi, r, [&](ResId previous) {
            const NodeId closer = graph_.residencies[index(previous)].close;
            if (closer != NodeId::kNone) {
                address_edges_.push_back({closer, v});
            } else if (check_ == PlanCheck::kFull) {
                const ir::Residency& other = graph_.residencies[index(previous)];
                refuse("plan.overlap",
                       v,
                       fmt::format("buffer {} at [{}, {}) of {} overlaps buffer {} at [{}, {}), "
                                   "which is still resident",
                                   label(b),
                                   offset,
                                   hi,
                                   name(tier),
                                   label(other.buf),
                                   other.lo,
                                   other.hi));
            }
        });
    }

    void close_residency(NodeId v, BufId b) {
        const ResId r = open_[index(b)];
        graph_.residencies[index(r)].close = v;
        graph_.closes[index(v)] = r;
        open_[index(b)] = ResId::kNone;
    }

    // A node that needs the content of `b` waits for the reload that brought it back. Earlier
    // reloads have ended by then: MTE2 runs them in order.
    void depend_on_reload(NodeId v, BufId b) {
        if (reload_[index(b)] != NodeId::kNone) {
            spill_edges_.push_back({reload_[index(b)], v});
        }
    }

    ResId use(NodeId v, BufId b) {
        const ResId r = open_[index(b)];
        if (r == ResId::kNone) {
            refuse("plan.residency",
                   v,
                   fmt::format("uses buffer {} while it is not resident", label(b)));
        }
        depend_on_reload(v, b);
        if (spilled_[index(b)]) {
            users_.push(index(b), v);
        }
        return r;
    }

    void free_buffer(NodeId v, BufId b) {
        if (open_[index(b)] == ResId::kNone) {
            refuse("plan.residency",
                   v,
                   fmt::format("frees buffer {} while it is spilled; it must be back before its "
                               "FREE",
                               label(b)));
        }
        depend_on_reload(v, b);
        close_residency(v, b);
    }

    // SPILL_OUT waits for the users of the residency it closes, or the ALLOC when nobody used it.
    // Users of earlier residencies have ended by then: an earlier SPILL_OUT waited for them, and
    // MTE3 runs in order.
    void spill_out(NodeId v, std::size_t k) {
        const BufId b = plan_.spills[k].buf;
        if (open_[index(b)] == ResId::kNone) {
            refuse("plan.spill-order",
                   v,
                   fmt::format("spills buffer {} while it is not resident", label(b)));
        }
        if (reload_[index(b)] == NodeId::kNone) {
            spill_edges_.push_back({trace_.alloc[index(b)], v});
        }
        users_.for_each(index(b), [&](NodeId user) { spill_edges_.push_back({user, v}); });
        close_residency(v, b);
    }

    void spill_in(NodeId v, std::size_t k, const std::vector<bool>& done) {
        const BufId b = plan_.spills[k].buf;
        const NodeId out = ir::spill_out_id(trace_.nodes(), k);
        if (!done[index(out)]) {
            refuse("plan.spill-order",
                   v,
                   fmt::format("reloads buffer {} before SPILL_OUT {}", label(b), index(out)));
        }
        if (open_[index(b)] != ResId::kNone) {
            refuse("plan.spill-order",
                   v,
                   fmt::format("reloads buffer {} while it is resident", label(b)));
        }
        spill_edges_.push_back({out, v});
        reload_[index(b)] = v;
        open_residency(v, b, plan_.spills[k].new_offset);
    }

    void build_edges() {
        const std::size_t total = graph_.nodes();
        graph_.succ = ir::group_by_row<NodeId>(total, [&](auto add) {
            for (std::size_t v = 0; v < trace_.nodes(); ++v) {
                for (const NodeId s : trace_.succ[v]) {
                    add(v, s);
                }
            }
            for (const Edge& e : spill_edges_) {
                add(index(e.from), e.to);
            }
        });
        graph_.address_succ = ir::group_by_row<NodeId>(total, [&](auto add) {
            for (const Edge& e : address_edges_) {
                add(index(e.from), e.to);
            }
        });
    }

    const Trace& trace_;
    const Plan& plan_;
    const config::ArchConfig& config_;
    PlanCheck check_;
    ExecGraph graph_;
    PerTier<AddressMap> maps_;
    std::vector<Edge> spill_edges_;
    std::vector<Edge> address_edges_;
    // Per buffer.
    std::vector<ResId> open_;
    std::vector<bool> spilled_;
    NodeLists users_;             // of the residency at hand, of spilled buffers
    std::vector<NodeId> reload_;  // its latest SPILL_IN
};

}  // namespace

ir::ExecGraph build_exec_graph(const ir::Trace& trace,
                               const ir::Plan& plan,
                               const config::ArchConfig& config,
                               PlanCheck check) {
    return Builder(trace, plan, config, check).build();
}

}  // namespace systole::model
