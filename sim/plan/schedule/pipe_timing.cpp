#include "sim/plan/schedule/pipe_timing.h"

#include <algorithm>
#include <functional>

namespace systole::schedule {

PipeTiming::PipeTiming(const ir::ExecGraph& graph)
    : graph_(graph),
      order_(graph.order),
      position_(graph.nodes()),
      before_(graph.nodes(), NodeId::kNone),
      behind_(graph.nodes(), NodeId::kNone),
      head_(graph.nodes(), 0),
      tail_(graph.nodes(), 0),
      queued_(graph.nodes(), false) {
    const std::size_t n = graph.nodes();
    succ_ = ir::group_by_row<NodeId>(n, [&](auto add) {
        for (std::size_t v = 0; v < n; ++v) {
            for (const NodeId s : graph.succ[v]) {
                add(v, s);
            }
            for (const NodeId s : graph.address_succ[v]) {
                add(v, s);
            }
        }
    });
    pred_ = ir::group_by_row<NodeId>(n, [&](auto add) {
        for (std::uint32_t v = 0; v < n; ++v) {
            for (const NodeId s : succ_[v]) {
                add(index(s), NodeId{v});
            }
        }
    });
    last_.fill(NodeId::kNone);
    for (std::uint32_t p = 0; p < n; ++p) {
        const NodeId v = order_[p];
        position_[index(v)] = p;
        if (const Pipe pipe = graph.pipe[index(v)]; pipe != Pipe::kNone) {
            before_[index(v)] = last_[pipe];
            if (last_[pipe] != NodeId::kNone) {
                behind_[index(last_[pipe])] = v;
            }
            last_[pipe] = v;
        }
        head_[index(v)] = new_head(v);
        makespan_ = std::max(makespan_, end(v));
    }
    for (std::size_t p = n; p-- > 0;) {
        tail_[index(order_[p])] = new_tail(order_[p]);
    }
}

Cycles PipeTiming::ready(NodeId v) const {
    Cycles ready = 0;
    for (const NodeId p : pred_[index(v)]) {
        ready = std::max(ready, end(p));
    }
    return ready;
}

Cycles PipeTiming::new_head(NodeId v) const {
    const NodeId b = before_[index(v)];
    return b == NodeId::kNone ? ready(v) : std::max(ready(v), end(b));
}

Cycles PipeTiming::new_tail(NodeId v) const {
    Cycles tail = 0;
    const auto through = [&](NodeId s) {
        tail = std::max(tail, graph_.cycles[index(s)] + tail_[index(s)]);
    };
    for (const NodeId s : succ_[index(v)]) {
        through(s);
    }
    if (behind_[index(v)] != NodeId::kNone) {
        through(behind_[index(v)]);
    }
    return tail;
}

void PipeTiming::place(std::uint32_t first, const std::vector<NodeId>& nodes) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        order_[first + i] = nodes[i];
        position_[index(nodes[i])] = first + i;
    }
}

// Rebuilds the pipes' lists over positions [first, last). Whatever pipe has a node in there, its
// nodes in front of and behind the stretch keep theirs.
void PipeTiming::link_pipes(std::uint32_t first, std::uint32_t last) {
    struct Stretch {
        NodeId outer_before = NodeId::kNone;
        NodeId outer_behind = NodeId::kNone;
        NodeId latest = NodeId::kNone;
        bool any = false;
    };
    PerPipe<Stretch> stretches{};
    const auto inside = [&](NodeId v) {
        return position_[index(v)] >= first && position_[index(v)] < last;
    };
    for (std::uint32_t p = first; p < last; ++p) {
        const NodeId v = order_[p];
        const Pipe pipe = graph_.pipe[index(v)];
        if (pipe == Pipe::kNone) {
            continue;
        }
        Stretch& s = stretches[pipe];
        const NodeId b = before_[index(v)];
        const NodeId a = behind_[index(v)];
        if (b != NodeId::kNone && !inside(b)) {
            s.outer_before = b;
        }
        if (a != NodeId::kNone && !inside(a)) {
            s.outer_behind = a;
        }
    }
    for (std::uint32_t p = first; p < last; ++p) {
        const NodeId v = order_[p];
        const Pipe pipe = graph_.pipe[index(v)];
        if (pipe == Pipe::kNone) {
            continue;
        }
        Stretch& s = stretches[pipe];
        const NodeId b = s.any ? s.latest : s.outer_before;
        before_[index(v)] = b;
        if (b != NodeId::kNone) {
            behind_[index(b)] = v;
        }
        s.latest = v;
        s.any = true;
    }
    for (const Pipe pipe : kPipes) {
        const Stretch& s = stretches[pipe];
        if (!s.any) {
            continue;
        }
        behind_[index(s.latest)] = s.outer_behind;
        if (s.outer_behind == NodeId::kNone) {
            last_[pipe] = s.latest;
        } else {
            before_[index(s.outer_behind)] = s.latest;
        }
    }
}

void PipeTiming::push(NodeId v, bool forward) {
    if (queued_[index(v)]) {
        return;
    }
    queued_[index(v)] = true;
    heap_.push_back(position_[index(v)]);
    if (forward) {
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    } else {
        std::push_heap(heap_.begin(), heap_.end());
    }
}

NodeId PipeTiming::pop(bool forward) {
    if (forward) {
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    } else {
        std::pop_heap(heap_.begin(), heap_.end());
    }
    const NodeId v = order_[heap_.back()];
    heap_.pop_back();
    queued_[index(v)] = false;
    return v;
}

// Recomputes heads from the stretch on, as far as they change. False as soon as the makespan is
// known not to fall: behind the stretch tails still hold, so a head there with its tail is the
// length of a real path.
bool PipeTiming::propagate_heads(std::uint32_t first, std::uint32_t last) {
    undo_.clear();
    for (std::uint32_t p = first; p < last; ++p) {
        const NodeId v = order_[p];
        push(v, true);
        if (const NodeId a = behind_[index(v)]; a != NodeId::kNone) {
            push(a, true);
        }
    }
    bool falls = true;
    while (falls && !heap_.empty()) {
        const std::uint32_t p = heap_.front();
        const NodeId v = pop(true);
        const Cycles head = new_head(v);
        const Cycles length = head + graph_.cycles[index(v)] + (p < last ? 0 : tail_[index(v)]);
        falls = length < makespan_;
        if (head == head_[index(v)]) {
            continue;
        }
        const Cycles old_end = end(v);
        undo_.emplace_back(v, head_[index(v)]);
        head_[index(v)] = head;
        const Cycles new_end = end(v);
        // Who neither started when `v` ended nor would now start before it ends keeps its head. A
        // node that waits for many is looked at only for those it really waits for.
        const auto push_if_moved = [&](NodeId s) {
            if (old_end == head_[index(s)] || new_end > head_[index(s)]) {
                push(s, true);
            }
        };
        for (const NodeId s : succ_[index(v)]) {
            push_if_moved(s);
        }
        if (behind_[index(v)] != NodeId::kNone) {
            push_if_moved(behind_[index(v)]);
        }
    }
    for (const std::uint32_t p : heap_) {
        queued_[index(order_[p])] = false;
    }
    heap_.clear();
    if (!falls) {
        return false;
    }
    Cycles makespan = 0;
    for (const Pipe pipe : kPipes) {
        if (last_[pipe] != NodeId::kNone) {
            makespan = std::max(makespan, end(last_[pipe]));
        }
    }
    if (makespan >= makespan_) {
        return false;
    }
    makespan_ = makespan;
    return true;
}

void PipeTiming::propagate_tails(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t p = first; p < last; ++p) {
        const NodeId v = order_[p];
        push(v, false);
        if (const NodeId b = before_[index(v)]; b != NodeId::kNone) {
            push(b, false);
        }
    }
    while (!heap_.empty()) {
        const NodeId v = pop(false);
        const Cycles tail = new_tail(v);
        if (tail == tail_[index(v)]) {
            continue;
        }
        const Cycles old_way = graph_.cycles[index(v)] + tail_[index(v)];
        tail_[index(v)] = tail;
        const Cycles new_way = graph_.cycles[index(v)] + tail;
        const auto push_if_moved = [&](NodeId p) {
            if (old_way == tail_[index(p)] || new_way > tail_[index(p)]) {
                push(p, false);
            }
        };
        for (const NodeId p : pred_[index(v)]) {
            push_if_moved(p);
        }
        if (before_[index(v)] != NodeId::kNone) {
            push_if_moved(before_[index(v)]);
        }
    }
}

bool PipeTiming::try_arrangement(std::uint32_t first, const std::vector<NodeId>& nodes) {
    const auto last = first + static_cast<std::uint32_t>(nodes.size());
    old_nodes_.assign(order_.begin() + first, order_.begin() + last);
    place(first, nodes);
    link_pipes(first, last);
    if (propagate_heads(first, last)) {
        propagate_tails(first, last);
        return true;
    }
    for (const auto& [v, head] : undo_) {
        head_[index(v)] = head;
    }
    place(first, old_nodes_);
    link_pipes(first, last);
    return false;
}

}  // namespace systole::schedule
