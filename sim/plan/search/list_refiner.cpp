#include "sim/plan/search/list_refiner.h"

#include "sim/core/error.h"
#include "sim/ir/exec_graph.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace systole::search {
namespace {

template <class F>
void for_each_succ(const ir::ExecGraph& graph, std::uint32_t v, F f) {
    for (const NodeId s : graph.succ[v]) {
        f(index(s));
    }
    for (const NodeId s : graph.address_succ[v]) {
        f(index(s));
    }
    // Nothing orders the two ends of a residency without users in time, but a plan must list them
    // in this order.
    const ResId opened = graph.opens[v];
    if (opened != ResId::kNone) {
        const std::uint32_t close = index(graph.residencies[index(opened)].close);
        const auto succ = graph.succ[v];
        if (std::find(succ.begin(), succ.end(), NodeId{close}) == succ.end()) {
            f(close);
        }
    }
}

// Cycles from the start of each node to the end of everything that waits for it.
std::vector<Cycles> tails(const ir::ExecGraph& graph) {
    std::vector<Cycles> tail(graph.nodes(), 0);
    for (std::size_t i = graph.order.size(); i-- > 0;) {
        const std::uint32_t v = index(graph.order[i]);
        Cycles longest = 0;
        for_each_succ(graph, v, [&](std::uint32_t s) { longest = std::max(longest, tail[s]); });
        tail[v] = longest + graph.cycles[v];
    }
    return tail;
}

class ListSchedule {
 public:
    explicit ListSchedule(const ir::ExecGraph& graph)
        : graph_(graph), tail_(tails(graph)), waiting_(graph.nodes(), 0) {}

    // Nodes in the order in which they start.
    ir::Order run() {
        for (std::uint32_t v = 0; v < graph_.nodes(); ++v) {
            for_each_succ(graph_, v, [&](std::uint32_t s) { ++waiting_[s]; });
        }
        // In the plan's order, so that equal nodes keep it.
        for (const NodeId v : graph_.order) {
            if (waiting_[index(v)] == 0) {
                instant_.push_back(index(v));
            }
        }
        release_instant();
        start_ready();
        while (!running_.empty()) {
            now_ = running_.top().first;
            while (!running_.empty() && running_.top().first == now_) {
                const std::uint32_t v = running_.top().second;
                running_.pop();
                busy_[graph_.pipe[v]] = false;
                ended(v);
            }
            release_instant();
            start_ready();
        }
        SYSTOLE_INVARIANT(order_.size() == graph_.nodes(), "list scheduling lost a node");
        return std::move(order_);
    }

 private:
    struct Ready {
        Cycles tail;
        std::uint32_t node;
        bool operator<(const Ready& other) const {
            return tail != other.tail ? tail < other.tail : node > other.node;
        }
    };
    using End = std::pair<Cycles, std::uint32_t>;

    void ended(std::uint32_t v) {
        for_each_succ(graph_, v, [&](std::uint32_t s) {
            if (--waiting_[s] == 0) {
                instant_.push_back(s);
            }
        });
    }

    // ALLOC and FREE take no time and no pipe; operations join the ready ones of their pipe.
    void release_instant() {
        for (std::size_t i = 0; i < instant_.size(); ++i) {
            const std::uint32_t v = instant_[i];
            if (graph_.pipe[v] == Pipe::kNone) {
                order_.push_back(NodeId{v});
                ended(v);
            } else {
                ready_[graph_.pipe[v]].push({tail_[v], v});
            }
        }
        instant_.clear();
    }

    void start_ready() {
        for (const Pipe p : kPipes) {
            if (!busy_[p] && !ready_[p].empty()) {
                const std::uint32_t v = ready_[p].top().node;
                ready_[p].pop();
                busy_[p] = true;
                order_.push_back(NodeId{v});
                running_.push({now_ + graph_.cycles[v], v});
            }
        }
    }

    const ir::ExecGraph& graph_;
    const std::vector<Cycles> tail_;
    std::vector<std::uint32_t> waiting_;
    std::vector<std::uint32_t> instant_;
    PerPipe<std::priority_queue<Ready>> ready_;
    PerPipe<bool> busy_{};
    std::priority_queue<End, std::vector<End>, std::greater<>> running_;
    Cycles now_ = 0;
    ir::Order order_;
};

}  // namespace

ir::Plan refine_by_list_scheduling(const ir::Program& program,
                                   ir::Plan plan,
                                   const config::ArchConfig& config) {
    ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    Cycles best = model::recurrence(graph).makespan;
    while (true) {
        ir::Plan next = plan;
        next.order = ListSchedule(graph).run();
        graph = model::build_exec_graph(program, next, config);
        const Cycles makespan = model::recurrence(graph).makespan;
        if (makespan >= best) {
            return plan;
        }
        best = makespan;
        plan = std::move(next);
    }
}

}  // namespace systole::search
