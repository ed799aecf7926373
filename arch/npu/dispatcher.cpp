#include "arch/npu/dispatcher.h"

#include <algorithm>
#include <utility>

namespace systole::arch {

Dispatcher::Dispatcher(sc_core::sc_module_name name,
                       const CoreProgram& program,
                       const Clock& clock,
                       ProcessGuard& guard)
    : sc_module(name),
      out_pipe("out_pipe", kPipeCount),
      out_scratchpad("out_scratchpad", kTierCount),
      program_(program),
      clock_(clock),
      guard_(guard),
      waiting_(program.nodes(), 0) {
    for (const NodeId s : program.succ.values) {
        ++waiting_[index(s)];
    }
    for (const NodeId s : program.address_succ.values) {
        ++waiting_[index(s)];
    }
    result_.start.assign(program.nodes(), 0);
    result_.end.assign(program.nodes(), 0);
    SC_METHOD(start);
}

void Dispatcher::start() {
    guard_.guard([&] {
        for (const NodeId v : program_.order) {
            if (waiting_[index(v)] == 0 && program_.pipe[index(v)] == Pipe::kNone) {
                instant_.push_back(v);
            }
        }
        // Pipes look for their first node themselves, at their own start.
        std::reverse(instant_.begin(), instant_.end());
        drain();
    });
}

void Dispatcher::node_started(NodeId node) {
    result_.start[index(node)] = clock_.now();
}

void Dispatcher::node_ended(NodeId node, Cycles lost) {
    const Cycles now = clock_.now();
    result_.end[index(node)] = now;
    if (lost > 0) {
        result_.lost.resize(program_.nodes(), 0);
        result_.lost[index(node)] = lost;
    }
    result_.makespan = std::max(result_.makespan, now);
    ++ended_;
    release_successors(node);
    drain();
}

void Dispatcher::release_successors(NodeId node) {
    for (const NodeId s : program_.succ[index(node)]) {
        if (--waiting_[index(s)] == 0) {
            release(s);
        }
    }
    for (const NodeId s : program_.address_succ[index(node)]) {
        if (--waiting_[index(s)] == 0) {
            release(s);
        }
    }
}

void Dispatcher::release(NodeId node) {
    const Pipe pipe = program_.pipe[index(node)];
    if (pipe == Pipe::kNone) {
        instant_.push_back(node);
    } else {
        out_pipe[index(pipe)]->node_released(node);
    }
}

// ALLOC and FREE release each other in chains of any length: a work list, not recursion.
void Dispatcher::drain() {
    if (draining_) {
        return;
    }
    draining_ = true;
    while (!instant_.empty()) {
        const NodeId node = instant_.back();
        instant_.pop_back();
        const Cycles now = clock_.now();
        result_.start[index(node)] = now;
        result_.end[index(node)] = now;
        result_.makespan = std::max(result_.makespan, now);
        if (const ResId w = program_.opens[index(node)]; w != ResId::kNone) {
            const Window& window = program_.windows[index(w)];
            out_scratchpad[index(window.tier)]->open(node, window);
        }
        if (const ResId w = program_.closes[index(node)]; w != ResId::kNone) {
            const Window& window = program_.windows[index(w)];
            out_scratchpad[index(window.tier)]->close(node, window);
        }
        ++ended_;
        release_successors(node);
    }
    draining_ = false;
    if (ended_ == total()) {
        // Others may have events for ever: a memory that refreshes, a clock.
        sc_core::sc_pause();
    }
}

std::vector<Dispatcher::Waiting> Dispatcher::unfinished(std::size_t limit) const {
    std::vector<Waiting> found;
    for (const NodeId v : program_.order) {
        if (found.size() == limit) {
            break;
        }
        if (waiting_[index(v)] > 0) {
            found.push_back({v, waiting_[index(v)]});
        }
    }
    return found;
}

RunResult Dispatcher::take_result() {
    return std::move(result_);
}

}  // namespace systole::arch
