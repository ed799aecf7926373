#include "sim/model/exec_graph_builder.h"

#include "sim/core/error.h"
#include "sim/model/address_map.h"
#include "sim/model/spill_cost.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace systole::model {
namespace {

using ir::Edge;
using ir::ExecGraph;
using ir::NodeKind;
using ir::Plan;
using ir::Program;

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
    Builder(const Program& program,
            const Plan& plan,
            const config::ArchConfig& config,
            PlanCheck check,
            std::size_t most = 0)
        : program_(program),
          plan_(plan),
          config_(config),
          check_(check),
          most_(most),
          open_(program.buffers(), ResId::kNone),
          spilled_(program.buffers(), false),
          users_(program.buffers()),
          reload_(program.buffers(), NodeId::kNone) {}

    // What is wrong with the plan, `most` at the most.
    std::vector<Error> violations() {
        try {
            build();
        } catch (const Enough&) {
        }
        return std::move(found_);
    }

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
    struct Enough {};

    // Ends the walk with an error, or notes it and goes on where violations are being collected.
    void refuse(const char* rule, SourceRef where, const std::string& message) {
        Error error(ErrorKind::kRefused, rule, std::move(where), message);
        if (most_ == 0) {
            throw error;
        }
        found_.push_back(std::move(error));
        if (found_.size() == most_) {
            throw Enough{};
        }
    }
    void refuse(const char* rule, NodeId node, const std::string& message) {
        SourceRef where{program_.file, 0, index(node)};
        if (index(node) < program_.nodes()) {
            where.line = program_.line_of(node);
        }
        refuse(rule, std::move(where), message);
    }
    // What cannot be walked over.
    void refuse_shape(const char* rule, const std::string& message) {
        refuse(rule, SourceRef{program_.file, 0, {}}, message);
        throw Enough{};
    }

    std::uint64_t label(BufId b) const { return program_.buffer_label[index(b)]; }

    void check_shape() {
        const std::size_t expected = program_.nodes() + 2 * plan_.spills.size();
        if (plan_.order.size() != expected) {
            refuse_shape("plan.nodes",
                         fmt::format("the plan orders {} nodes, but the trace's {} and {} spills "
                                     "make {}",
                                     plan_.order.size(),
                                     program_.nodes(),
                                     plan_.spills.size(),
                                     expected));
        }
        if (plan_.offset.size() != program_.buffers()) {
            refuse_shape("plan.buffers",
                         fmt::format("the plan places {} buffers, the trace has {}",
                                     plan_.offset.size(),
                                     program_.buffers()));
        }
        for (const ir::Spill& s : plan_.spills) {
            SYSTOLE_INVARIANT(index(s.buf) < program_.buffers(), "a spill names no buffer");
        }
    }

    void add_nodes() {
        const std::size_t n = program_.nodes();
        const std::size_t total = n + 2 * plan_.spills.size();
        graph_.trace_nodes = n;
        graph_.order = plan_.order;
        graph_.pipe.resize(total);
        graph_.cycles.resize(total);
        for (std::size_t v = 0; v < n; ++v) {
            graph_.pipe[v] = program_.pipe[v];
            graph_.cycles[v] = program_.cycles[v];
        }
        for (std::size_t k = 0; k < plan_.spills.size(); ++k) {
            const std::uint32_t b = index(plan_.spills[k].buf);
            const SpillCost cost = spill_cost(program_.size[b], program_.backed[b], config_.spill);
            graph_.pipe[n + 2 * k] = Pipe::kMTE3;
            graph_.cycles[n + 2 * k] = cost.out;
            graph_.pipe[n + 2 * k + 1] = Pipe::kMTE2;
            graph_.cycles[n + 2 * k + 1] = cost.in;
        }
        graph_.opens.assign(total, ResId::kNone);
        graph_.closes.assign(total, ResId::kNone);
        graph_.residencies.reserve(program_.buffers() + plan_.spills.size());
    }

    void walk_order() {
        const std::size_t total = graph_.nodes();
        std::vector<bool> done(total, false);
        graph_.uses.offsets.reserve(total + 1);
        // `uses` rows must come in id order, the walk comes in plan order: collect, then group.
        std::vector<std::pair<NodeId, ResId>> uses;
        uses.reserve(program_.bufs.values.size());
        for (const NodeId v : plan_.order) {
            if (index(v) >= total || done[index(v)]) {
                refuse("plan.nodes",
                       v,
                       index(v) >= total ? "the plan's order names a node that does not exist"
                                         : "the plan's order names this node twice");
                continue;
            }
            done[index(v)] = true;
            if (index(v) >= program_.nodes()) {
                const std::size_t k = (index(v) - program_.nodes()) / 2;
                graph_.is_spill_out(v) ? spill_out(v, k) : spill_in(v, k, done);
                continue;
            }
            for (const NodeId p : program_.pred[index(v)]) {
                if (!done[index(p)]) {
                    refuse("plan.topological",
                           v,
                           fmt::format("runs before its predecessor {} in the plan's order",
                                       index(p)));
                }
            }
            const Span<BufId> bufs = program_.bufs[index(v)];
            switch (program_.kind[index(v)]) {
                case NodeKind::kAlloc:
                    open_residency(v, bufs[0], plan_.offset[index(bufs[0])]);
                    break;
                case NodeKind::kFree:
                    free_buffer(v, bufs[0]);
                    break;
                case NodeKind::kOperation:
                    for (const BufId b : bufs) {
                        if (const ResId r = use(v, b); r != ResId::kNone) {
                            uses.emplace_back(v, r);
                        }
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
        const std::uint32_t size = program_.size[index(b)];
        const Tier tier = program_.tier[index(b)];
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
            return r;
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
            return;
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
            return;
        }
        if (reload_[index(b)] == NodeId::kNone) {
            spill_edges_.push_back({program_.alloc[index(b)], v});
        }
        users_.for_each(index(b), [&](NodeId user) { spill_edges_.push_back({user, v}); });
        close_residency(v, b);
    }

    void spill_in(NodeId v, std::size_t k, const std::vector<bool>& done) {
        const BufId b = plan_.spills[k].buf;
        const NodeId out = ir::spill_out_id(program_.nodes(), k);
        if (!done[index(out)]) {
            refuse("plan.spill-order",
                   v,
                   fmt::format("reloads buffer {} before SPILL_OUT {}", label(b), index(out)));
        }
        if (open_[index(b)] != ResId::kNone) {
            refuse("plan.spill-order",
                   v,
                   fmt::format("reloads buffer {} while it is resident", label(b)));
            return;
        }
        spill_edges_.push_back({out, v});
        reload_[index(b)] = v;
        open_residency(v, b, plan_.spills[k].new_offset);
    }

    void build_edges() {
        const std::size_t total = graph_.nodes();
        graph_.succ = ir::group_by_row<NodeId>(total, [&](auto add) {
            for (std::size_t v = 0; v < program_.nodes(); ++v) {
                for (const NodeId s : program_.succ[v]) {
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

    const Program& program_;
    const Plan& plan_;
    const config::ArchConfig& config_;
    PlanCheck check_;
    std::size_t most_;  // violations to collect; 0: the first one is thrown
    std::vector<Error> found_;
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

ir::ExecGraph build_exec_graph(const ir::Program& program,
                               const ir::Plan& plan,
                               const config::ArchConfig& config,
                               PlanCheck check) {
    return Builder(program, plan, config, check).build();
}

std::vector<Error> plan_violations(const ir::Program& program,
                                   const ir::Plan& plan,
                                   const config::ArchConfig& config,
                                   std::size_t most) {
    return Builder(program, plan, config, PlanCheck::kFull, most).violations();
}

}  // namespace systole::model
