#include "sim/plan/baselines/op_graph.h"

#include "sim/core/error.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace systole::baselines {
namespace {

using ir::NodeKind;

constexpr Op kNoOp = 0xFFFFFFFFu;

}  // namespace

OpGraph::OpGraph(const ir::Program& program) : program_(program), holders_(program.buffers(), 0) {
    const std::size_t n = program.nodes();
    std::vector<Op> op_of(n, kNoOp);
    for (std::uint32_t v = 0; v < n; ++v) {
        if (program.kind[v] == NodeKind::kOperation) {
            op_of[v] = static_cast<Op>(node_.size());
            node_.push_back(NodeId{v});
        }
    }
    // Whom an operation waits for, looking through ALLOCs and FREEs.
    std::vector<std::uint32_t> seen(n, kNoOp);
    std::vector<std::uint32_t> stack;
    std::vector<Op> found;
    for (Op op = 0; op < node_.size(); ++op) {
        found.clear();
        stack.assign(1, index(node_[op]));
        while (!stack.empty()) {
            const std::uint32_t v = stack.back();
            stack.pop_back();
            for (const NodeId p : program.pred[v]) {
                if (seen[index(p)] == op) {
                    continue;
                }
                seen[index(p)] = op;
                if (op_of[index(p)] != kNoOp) {
                    found.push_back(op_of[index(p)]);
                } else {
                    stack.push_back(index(p));
                }
            }
        }
        std::sort(found.begin(), found.end());
        pred_.values.insert(pred_.values.end(), found.begin(), found.end());
        pred_.close_row();
    }
    succ_ = ir::group_by_row<Op>(size(), [&](auto add) {
        for (Op op = 0; op < size(); ++op) {
            for (const Op p : pred(op)) {
                add(p, op);
            }
        }
    });
    for (Op op = 0; op < size(); ++op) {
        input_.push_back(pred(op).empty() && !succ(op).empty());
        if (!input_.back()) {
            inner_.push_back(op);
        }
    }
    const auto each_event = [&](Op op, Span<NodeId> row, NodeKind kind, auto visit) {
        for (const BufId b : program.bufs[index(node_[op])]) {
            visit(b);
        }
        for (const NodeId e : row) {
            if (program.kind[index(e)] == kind) {
                const BufId b = program.bufs[index(e)][0];
                const Span<BufId> own = program.bufs[index(node_[op])];
                if (std::find(own.begin(), own.end(), b) == own.end()) {
                    visit(b);
                }
            }
        }
    };
    for (Op op = 0; op < size(); ++op) {
        const std::uint32_t v = index(node_[op]);
        each_event(
            op, program.pred[v], NodeKind::kAlloc, [&](BufId b) { needs_.values.push_back(b); });
        needs_.close_row();
        each_event(op, program.succ[v], NodeKind::kFree, [&](BufId b) {
            holds_.values.push_back(b);
            ++holders_[index(b)];
        });
        holds_.close_row();
    }
}

ir::Order OpGraph::expand(const std::vector<Op>& sequence) const {
    const std::size_t n = program_.nodes();
    std::vector<std::uint32_t> waiting(n);
    std::vector<bool> emitted(n, false);
    for (std::size_t v = 0; v < n; ++v) {
        waiting[v] = static_cast<std::uint32_t>(program_.pred[v].size());
    }
    ir::Order order;
    order.reserve(n);
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> frees;
    const auto emit = [&](std::uint32_t v) {
        emitted[v] = true;
        order.push_back(NodeId{v});
        for (const NodeId s : program_.succ[v]) {
            if (--waiting[index(s)] == 0 && program_.kind[index(s)] == NodeKind::kFree) {
                frees.push(index(s));
            }
        }
    };
    std::vector<std::uint32_t> stack;
    const auto bring = [&](std::uint32_t root) {
        stack.assign(1, root);
        while (!stack.empty()) {
            const std::uint32_t v = stack.back();
            std::uint32_t missing = kNoOp;
            for (const NodeId p : program_.pred[v]) {
                if (!emitted[index(p)]) {
                    missing = std::min(missing, index(p));
                }
            }
            if (missing != kNoOp) {
                stack.push_back(missing);
                continue;
            }
            stack.pop_back();
            if (!emitted[v]) {
                emit(v);
            }
        }
    };
    for (const Op op : sequence) {
        bring(index(node_[op]));
        while (!frees.empty()) {
            const std::uint32_t f = frees.top();
            frees.pop();
            if (!emitted[f]) {
                emit(f);
            }
        }
    }
    // Buffers that no operation touches.
    for (std::uint32_t v = 0; v < n; ++v) {
        bring(v);
    }
    SYSTOLE_INVARIANT(order.size() == n, "an expanded sequence has all nodes");
    return order;
}

std::vector<Op> OpGraph::by_id() const {
    std::vector<std::uint32_t> waiting(size());
    std::priority_queue<Op, std::vector<Op>, std::greater<>> ready;
    for (Op op = 0; op < size(); ++op) {
        waiting[op] = static_cast<std::uint32_t>(pred(op).size());
        if (waiting[op] == 0) {
            ready.push(op);
        }
    }
    std::vector<Op> sequence;
    while (!ready.empty()) {
        const Op op = ready.top();
        ready.pop();
        if (!input_[op]) {
            sequence.push_back(op);
        }
        for (const Op s : succ(op)) {
            if (--waiting[s] == 0) {
                ready.push(s);
            }
        }
    }
    return sequence;
}

std::vector<Op> OpGraph::by_demand() const {
    std::vector<Op> sequence;
    std::vector<bool> visited(size(), false);
    std::vector<std::pair<Op, std::uint32_t>> stack;
    for (const Op sink : inner_) {
        if (!succ(sink).empty()) {
            continue;
        }
        stack.assign(1, {sink, 0});
        visited[sink] = true;
        while (!stack.empty()) {
            const Op op = stack.back().first;
            if (stack.back().second == pred(op).size()) {
                stack.pop_back();
                if (!input_[op]) {
                    sequence.push_back(op);
                }
                continue;
            }
            const Op p = pred(op)[stack.back().second++];
            if (!visited[p]) {
                visited[p] = true;
                stack.emplace_back(p, 0);
            }
        }
    }
    return sequence;
}

OpMachine::OpMachine(const OpGraph& graph, const config::ArchConfig& config) : graph_(graph) {
    for (const Tier t : kTiers) {
        lcm_ = std::lcm(lcm_, std::max<std::uint64_t>(1, config.tiers[t].capacity));
        if (lcm_ > (std::uint64_t{1} << 32)) {
            lcm_ = std::uint64_t{1} << 32;  // odd capacities: exact multiples would not fit
        }
    }
    for (const Tier t : kTiers) {
        weight_[t] = lcm_ / std::max<std::uint64_t>(1, config.tiers[t].capacity);
    }
    const std::size_t buffers = graph.program().buffers();
    state_.done.assign(graph.size(), false);
    state_.open.assign(buffers, false);
    state_.left.resize(buffers);
    for (std::uint32_t b = 0; b < buffers; ++b) {
        state_.left[b] = graph.holders(BufId{b});
    }
}

std::uint64_t OpMachine::pressure_of(BufId b) const {
    return graph_.program().size[index(b)] * weight_[graph_.program().tier[index(b)]];
}

std::uint64_t OpMachine::pressure() const {
    std::uint64_t most = 0;
    for (const Tier t : kTiers) {
        most = std::max(most, state_.units[t] * weight_[t]);
    }
    return most;
}

void OpMachine::run(Op op) {
    for (const Op p : graph_.pred(op)) {
        if (graph_.is_input(p) && !state_.done[p]) {
            run_one(p);
        }
    }
    run_one(op);
}

void OpMachine::run_one(Op op) {
    const ir::Program& program = graph_.program();
    for (const BufId b : graph_.needs(op)) {
        if (!state_.open[index(b)]) {
            state_.open[index(b)] = true;
            state_.units[program.tier[index(b)]] += program.size[index(b)];
            log_.push_back({Change::kOpened, index(b)});
        }
    }
    state_.peak = std::max(state_.peak, pressure());
    state_.done[op] = true;
    log_.push_back({Change::kDone, op});
    for (const BufId b : graph_.holds(op)) {
        log_.push_back({Change::kReleased, index(b)});
        if (--state_.left[index(b)] == 0) {
            state_.open[index(b)] = false;
            state_.units[program.tier[index(b)]] -= program.size[index(b)];
        }
    }
}

void OpMachine::undo(std::size_t mark, std::uint64_t peak) {
    const ir::Program& program = graph_.program();
    while (log_.size() > mark) {
        const Entry e = log_.back();
        log_.pop_back();
        switch (e.change) {
            case Change::kDone:
                state_.done[e.what] = false;
                break;
            case Change::kOpened:
                state_.open[e.what] = false;
                state_.units[program.tier[e.what]] -= program.size[e.what];
                break;
            case Change::kReleased:
                if (state_.left[e.what]++ == 0) {
                    state_.open[e.what] = true;
                    state_.units[program.tier[e.what]] += program.size[e.what];
                }
                break;
        }
    }
    state_.peak = peak;
}

std::uint64_t peak_pressure(const OpGraph& graph,
                            const config::ArchConfig& config,
                            const std::vector<Op>& sequence) {
    OpMachine machine(graph, config);
    for (const Op op : sequence) {
        machine.run(op);
    }
    return machine.peak();
}

}  // namespace systole::baselines
