#include "sim/plan/search/op_view.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace systole::search {
namespace {

using ir::NodeKind;

constexpr std::uint32_t kNoAnchor = 0xFFFFFFFFu;

// Union-find with path halving.
class Sets {
 public:
    explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
    std::uint32_t find(std::uint32_t x) {
        while (parent_[x] != x) {
            parent_[x] = parent_[parent_[x]];
            x = parent_[x];
        }
        return x;
    }
    // The smaller number stays the representative.
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

 private:
    std::vector<std::uint32_t> parent_;
};

template <class T>
void sort_unique(std::vector<T>& values, std::size_t from) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(from);
    std::sort(first, values.end());
    values.erase(std::unique(first, values.end()), values.end());
}

}  // namespace

OpView::OpView(const ir::Program& program) : program_(program) {
    find_feeders();
    link_anchors();
    find_components();
    find_sharing();
}

void OpView::find_feeders() {
    const std::size_t nodes = program_.nodes();
    feeder_.assign(nodes, false);
    anchor_of_.assign(nodes, kNoAnchor);
    end_count_.assign(program_.buffers(), 0);
    const auto is_operation = [&](NodeId v) {
        return program_.kind[index(v)] == NodeKind::kOperation;
    };
    for (std::uint32_t v = 0; v < nodes; ++v) {
        if (program_.kind[v] != NodeKind::kOperation) {
            continue;
        }
        ++operations_;
        const auto succ = program_.succ[v];
        const bool brings = program_.pipe[v] == Pipe::kMTE1 ||
                            program_.ddr_access(NodeId{v}) == ir::DdrAccess::kRead;
        feeder_[v] = brings && std::any_of(succ.begin(), succ.end(), is_operation);
        if (!feeder_[v]) {
            anchor_of_[v] = static_cast<std::uint32_t>(anchor_node_.size());
            anchor_node_.push_back(v);
        }
    }
    std::vector<NodeId> pending;  // ALLOCs whose own predecessors matter too
    for (std::uint32_t v = 0; v < nodes; ++v) {
        if (program_.kind[v] == NodeKind::kOperation) {
            const auto bufs = program_.bufs[v];
            const std::size_t pred_from = op_pred_.values.size();
            const std::size_t opens_from = opens_.values.size();
            pending.assign(program_.pred[v].begin(), program_.pred[v].end());
            for (const BufId b : bufs) {
                pending.push_back(program_.alloc[index(b)]);
            }
            while (!pending.empty()) {
                const NodeId u = pending.back();
                pending.pop_back();
                if (is_operation(u)) {
                    op_pred_.values.push_back(index(u));
                } else if (program_.kind[index(u)] == NodeKind::kAlloc) {
                    const BufId b = program_.bufs[index(u)][0];
                    if (std::find(bufs.begin(), bufs.end(), b) == bufs.end()) {
                        opens_.values.push_back(b);
                    }
                    pending.insert(pending.end(),
                                   program_.pred[index(u)].begin(),
                                   program_.pred[index(u)].end());
                }
            }
            sort_unique(op_pred_.values, pred_from);
            sort_unique(opens_.values, opens_from);
            for (std::size_t i = pred_from; i < op_pred_.values.size(); ++i) {
                if (feeder_[op_pred_.values[i]]) {
                    feeder_pred_.values.push_back(op_pred_.values[i]);
                }
            }
            const std::size_t ends_from = ends_.values.size();
            for (const NodeId s : program_.succ[v]) {
                if (program_.kind[index(s)] == NodeKind::kFree) {
                    ends_.values.push_back(program_.bufs[index(s)][0]);
                }
            }
            sort_unique(ends_.values, ends_from);
            for (std::size_t i = ends_from; i < ends_.values.size(); ++i) {
                ++end_count_[index(ends_.values[i])];
            }
        }
        op_pred_.close_row();
        feeder_pred_.close_row();
        opens_.close_row();
        ends_.close_row();
    }
}

void OpView::link_anchors() {
    std::vector<std::uint32_t> seen(program_.nodes(), kNoAnchor);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        const std::size_t from = anchor_pred_.values.size();
        stack.push_back(anchor_node_[a]);
        while (!stack.empty()) {
            const std::uint32_t v = stack.back();
            stack.pop_back();
            for (const std::uint32_t u : op_pred_[v]) {
                if (seen[u] != a) {
                    seen[u] = a;
                    if (feeder_[u]) {
                        stack.push_back(u);
                    } else {
                        anchor_pred_.values.push_back(anchor_of_[u]);
                    }
                }
            }
        }
        sort_unique(anchor_pred_.values, from);
        anchor_pred_.close_row();
    }
    anchor_succ_ = ir::group_by_row<std::uint32_t>(anchors(), [&](auto add) {
        for (std::uint32_t a = 0; a < anchors(); ++a) {
            for (const std::uint32_t p : anchor_pred_[a]) {
                add(p, a);
            }
        }
    });
}

std::vector<std::uint32_t> OpView::traced_order() const {
    std::vector<std::uint32_t> waiting(anchors());
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        waiting[a] = static_cast<std::uint32_t>(preds(a).size());
        if (waiting[a] == 0) {
            ready.push(a);
        }
    }
    std::vector<std::uint32_t> order;
    order.reserve(anchors());
    while (!ready.empty()) {
        order.push_back(ready.top());
        ready.pop();
        for (const std::uint32_t s : succs(order.back())) {
            if (--waiting[s] == 0) {
                ready.push(s);
            }
        }
    }
    return order;
}

std::vector<std::uint32_t> OpView::demand_order() const {
    std::vector<std::uint32_t> order;
    order.reserve(anchors());
    std::vector<bool> listed(anchors(), false);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t sink = 0; sink < anchors(); ++sink) {
        if (!succs(sink).empty()) {
            continue;
        }
        stack.push_back(sink);
        while (!stack.empty()) {
            const std::uint32_t a = stack.back();
            const auto needed = preds(a);
            const auto next = std::find_if(
                needed.begin(), needed.end(), [&](std::uint32_t p) { return !listed[p]; });
            if (next != needed.end()) {
                stack.push_back(*next);
                continue;
            }
            stack.pop_back();
            if (!listed[a]) {
                listed[a] = true;
                order.push_back(a);
            }
        }
    }
    return order;
}

std::vector<std::uint32_t> OpView::anchors_of(const ir::Order& order) const {
    std::vector<std::uint32_t> listed;
    listed.reserve(anchors());
    for (const NodeId v : order) {
        if (index(v) < anchor_of_.size() && anchor_of_[index(v)] != kNoAnchor) {
            listed.push_back(anchor_of_[index(v)]);
        }
    }
    return listed;
}

void OpView::find_components() {
    Sets sets(anchors());
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        for (const std::uint32_t p : anchor_pred_[a]) {
            sets.join(a, p);
        }
    }
    component_.resize(anchors());
    std::uint32_t count = 0;
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        const std::uint32_t root = sets.find(a);
        component_[a] = root == a ? count++ : component_[root];
    }
    members_ = ir::group_by_row<std::uint32_t>(count, [&](auto add) {
        for (std::uint32_t a = 0; a < anchors(); ++a) {
            add(component_[a], a);
        }
    });
}

void OpView::find_sharing() {
    const std::size_t buffers = program_.buffers();
    // Every buffer that an anchor or its feeders touch; feeders' chains end at anchors.
    ir::Csr<BufId> touched;
    std::vector<std::uint32_t> seen(program_.nodes(), kNoAnchor);
    std::vector<std::uint32_t> stack;
    std::vector<std::uint32_t> users(buffers, 0);
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        const std::size_t from = touched.values.size();
        stack.push_back(anchor_node_[a]);
        while (!stack.empty()) {
            const std::uint32_t v = stack.back();
            stack.pop_back();
            const auto bufs = program_.bufs[v];
            touched.values.insert(touched.values.end(), bufs.begin(), bufs.end());
            for (const std::uint32_t u : feeder_pred_[v]) {
                if (seen[u] != a) {
                    seen[u] = a;
                    stack.push_back(u);
                }
            }
        }
        sort_unique(touched.values, from);
        touched.close_row();
        for (const BufId b : touched[a]) {
            ++users[index(b)];
        }
    }
    // A buffer that only one component touches is passed on along its dependences: order cannot
    // change that it is reused. Within a single component everything counts.
    std::vector<std::uint32_t> first(buffers, kNoAnchor);
    std::vector<bool> across(buffers, false);
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        for (const BufId b : touched[a]) {
            if (first[index(b)] == kNoAnchor) {
                first[index(b)] = component_[a];
            } else if (first[index(b)] != component_[a]) {
                across[index(b)] = true;
            }
        }
    }
    const bool single = components() <= 1;
    for (std::uint32_t a = 0; a < anchors(); ++a) {
        for (const BufId b : touched[a]) {
            if (across[index(b)] || (single && users[index(b)] > 1)) {
                shared_.values.push_back(b);
            }
        }
        shared_.close_row();
    }
    sharers_ = ir::group_by_row<std::uint32_t>(buffers, [&](auto add) {
        for (std::uint32_t a = 0; a < anchors(); ++a) {
            for (const BufId b : shared_[a]) {
                add(index(b), a);
            }
        }
    });
    for (std::uint32_t c = 0; c < components(); ++c) {
        const std::size_t from = footprint_.values.size();
        for (const std::uint32_t a : members_[c]) {
            for (const BufId b : shared_[a]) {
                if (across[index(b)]) {
                    footprint_.values.push_back(b);
                }
            }
        }
        sort_unique(footprint_.values, from);
        footprint_.close_row();
    }
    footprint_sharers_ = ir::group_by_row<std::uint32_t>(buffers, [&](auto add) {
        for (std::uint32_t c = 0; c < components(); ++c) {
            for (const BufId b : footprint_[c]) {
                add(index(b), c);
            }
        }
    });
}

}  // namespace systole::search
