#include "sim/plan/dag/op_graph.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace systole::dag {
namespace {

using ir::NodeKind;

constexpr Op kNoOp = 0xFFFFFFFFu;

template <class T>
void sort_unique(std::vector<T>& values, std::size_t from) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(from);
    std::sort(first, values.end());
    values.erase(std::unique(first, values.end()), values.end());
}

ir::Csr<Op> reversed(const ir::Csr<Op>& rows) {
    return ir::group_by_row<Op>(rows.rows(), [&](auto add) {
        for (Op op = 0; op < rows.rows(); ++op) {
            for (const Op other : rows[op]) {
                add(other, op);
            }
        }
    });
}

// Finds the operations that a node waits for, looking through ALLOCs and FREEs.
class Ancestors {
 public:
    Ancestors(const ir::Program& program, const std::vector<Op>& op_of)
        : program_(program), op_of_(op_of), seen_(program.nodes(), kNoOp) {}

    // `stamp`: another one for each node asked about.
    void append(NodeId of, std::uint32_t stamp, std::vector<Op>& found) {
        const std::size_t from = found.size();
        stack_.assign(1, index(of));
        while (!stack_.empty()) {
            const std::uint32_t v = stack_.back();
            stack_.pop_back();
            for (const NodeId p : program_.pred[v]) {
                if (seen_[index(p)] == stamp) {
                    continue;
                }
                seen_[index(p)] = stamp;
                if (op_of_[index(p)] != kNoOp) {
                    found.push_back(op_of_[index(p)]);
                } else {
                    stack_.push_back(index(p));
                }
            }
        }
        sort_unique(found, from);
    }

 private:
    const ir::Program& program_;
    const std::vector<Op>& op_of_;
    std::vector<std::uint32_t> seen_;  // per node
    std::vector<std::uint32_t> stack_;
};

}  // namespace

OpGraph::OpGraph(const ir::Program& program, Feeders feeders) : program_(program) {
    number_operations();
    link_operations();
    find_feeders(feeders);
    link_inner();
    list_needs();
    list_holds();
}

void OpGraph::number_operations() {
    op_of_.assign(program_.nodes(), kNoOp);
    for (std::uint32_t v = 0; v < program_.nodes(); ++v) {
        if (program_.kind[v] == NodeKind::kOperation) {
            op_of_[v] = static_cast<Op>(node_.size());
            node_.push_back(NodeId{v});
        }
    }
}

void OpGraph::link_operations() {
    Ancestors ancestors(program_, op_of_);
    for (Op op = 0; op < size(); ++op) {
        ancestors.append(node_[op], op, pred_.values);
        pred_.close_row();
    }
    succ_ = reversed(pred_);
}

void OpGraph::find_feeders(Feeders feeders) {
    for (Op op = 0; op < size(); ++op) {
        const bool brings = feeders == Feeders::kInputs
                                ? pred(op).empty()
                                : program_.pipe[index(node_[op])] == Pipe::kMTE1 ||
                                      program_.ddr_access(node_[op]) == ir::DdrAccess::kRead;
        feeder_.push_back(brings && !succ(op).empty());
        if (!feeder_.back()) {
            inner_.push_back(op);
        }
    }
    for (Op op = 0; op < size(); ++op) {
        for (const Op p : pred(op)) {
            if (feeder_[p]) {
                feeder_pred_.values.push_back(p);
            }
        }
        feeder_pred_.close_row();
    }
}

void OpGraph::link_inner() {
    std::vector<Op> seen(size(), kNoOp);
    std::vector<Op> stack;
    for (Op op = 0; op < size(); ++op) {
        const std::size_t from = inner_pred_.values.size();
        if (!feeder_[op]) {
            stack.push_back(op);
        }
        while (!stack.empty()) {
            const Op v = stack.back();
            stack.pop_back();
            for (const Op p : pred(v)) {
                if (seen[p] != op) {
                    seen[p] = op;
                    (feeder_[p] ? stack : inner_pred_.values).push_back(p);
                }
            }
        }
        sort_unique(inner_pred_.values, from);
        inner_pred_.close_row();
    }
    inner_succ_ = reversed(inner_pred_);
}

void OpGraph::list_needs() {
    std::vector<Op> listed(program_.buffers(), kNoOp);  // who listed it last
    for (Op op = 0; op < size(); ++op) {
        std::size_t next = needs_.values.size();
        const auto list = [&](BufId b) {
            if (listed[index(b)] != op) {
                listed[index(b)] = op;
                needs_.values.push_back(b);
            }
        };
        const auto list_allocs = [&](Span<NodeId> nodes) {
            for (const NodeId p : nodes) {
                if (program_.kind[index(p)] == NodeKind::kAlloc) {
                    list(program_.bufs[index(p)][0]);
                }
            }
        };
        for (const BufId b : own(op)) {
            list(b);
        }
        list_allocs(program_.pred[index(node_[op])]);
        // ALLOCs may wait for ALLOCs.
        for (; next < needs_.values.size(); ++next) {
            list_allocs(program_.pred[index(program_.alloc[index(needs_.values[next])])]);
        }
        needs_.close_row();
    }
}

void OpGraph::list_holds() {
    const ir::Csr<Op> users = ir::group_by_row<Op>(program_.buffers(), [&](auto add) {
        for (Op op = 0; op < size(); ++op) {
            for (const BufId b : own(op)) {
                add(index(b), op);
            }
        }
    });
    Ancestors ancestors(program_, op_of_);
    ir::Csr<Op> holders;
    for (std::uint32_t b = 0; b < program_.buffers(); ++b) {
        const std::size_t from = holders.values.size();
        ancestors.append(program_.free[b], b, holders.values);
        holders.values.insert(holders.values.end(), users[b].begin(), users[b].end());
        sort_unique(holders.values, from);
        holders_.push_back(static_cast<std::uint32_t>(holders.values.size() - from));
        holders.close_row();
    }
    holds_ = ir::group_by_row<BufId>(size(), [&](auto add) {
        for (std::uint32_t b = 0; b < program_.buffers(); ++b) {
            for (const Op op : holders[b]) {
                add(op, BufId{b});
            }
        }
    });
}

std::vector<Op> OpGraph::by_id() const {
    std::vector<std::uint32_t> waiting(size());
    std::priority_queue<Op, std::vector<Op>, std::greater<>> ready;
    for (const Op op : inner_) {
        waiting[op] = static_cast<std::uint32_t>(inner_pred(op).size());
        if (waiting[op] == 0) {
            ready.push(op);
        }
    }
    std::vector<Op> sequence;
    sequence.reserve(inner_.size());
    while (!ready.empty()) {
        sequence.push_back(ready.top());
        ready.pop();
        for (const Op s : inner_succ(sequence.back())) {
            if (--waiting[s] == 0) {
                ready.push(s);
            }
        }
    }
    return sequence;
}

std::vector<Op> OpGraph::by_demand() const {
    std::vector<Op> sequence;
    sequence.reserve(inner_.size());
    std::vector<bool> visited(size(), false);
    std::vector<std::pair<Op, std::uint32_t>> stack;  // and the next one it waits for
    for (const Op sink : inner_) {
        if (!inner_succ(sink).empty()) {
            continue;
        }
        stack.assign(1, {sink, 0});
        visited[sink] = true;
        while (!stack.empty()) {
            const Op op = stack.back().first;
            if (stack.back().second == inner_pred(op).size()) {
                stack.pop_back();
                sequence.push_back(op);
                continue;
            }
            const Op p = inner_pred(op)[stack.back().second++];
            if (!visited[p]) {
                visited[p] = true;
                stack.emplace_back(p, 0);
            }
        }
    }
    return sequence;
}

std::vector<Op> OpGraph::sequence_of(const ir::Order& order) const {
    std::vector<Op> sequence;
    sequence.reserve(inner_.size());
    for (const NodeId v : order) {
        if (index(v) < op_of_.size() && op_of_[index(v)] != kNoOp && !feeder_[op_of_[index(v)]]) {
            sequence.push_back(op_of_[index(v)]);
        }
    }
    return sequence;
}

}  // namespace systole::dag
