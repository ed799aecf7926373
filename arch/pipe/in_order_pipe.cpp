#include "arch/pipe/in_order_pipe.h"

#include "sim/core/error.h"

#include <string>

namespace systole::arch {

InOrderPipe::InOrderPipe(sc_core::sc_module_name name,
                         Pipe pipe,
                         const CoreProgram& program,
                         ProcessGuard& guard)
    : sc_module(name), guard_(guard) {
    for (const NodeId v : program.order) {
        if (program.pipe[index(v)] == pipe) {
            queue_.push_back(v);
        }
    }
    SC_METHOD(start);
}

void InOrderPipe::start() {
    guard_.guard([&] { issue_next(); });
}

void InOrderPipe::node_released(NodeId node) {
    if (!busy_ && queue_[head_] == node) {
        issue_next();
    }
}

void InOrderPipe::engine_ended(NodeId node, Cycles lost) {
    SYSTOLE_INVARIANT(busy_ && queue_[head_] == node, "an engine ended a node it was not given");
    busy_ = false;
    running_ = 0;
    ++head_;
    // Successors first: one of them may be this pipe's next node, which then starts in the same
    // cycle.
    out_dispatcher->node_ended(node, lost);
    issue_next();
}

void InOrderPipe::issue_next() {
    if (busy_ || head_ == queue_.size() || !out_dispatcher->is_released(queue_[head_])) {
        return;
    }
    busy_ = true;
    const NodeId node = queue_[head_];
    running_ = index(node) + 1;
    out_dispatcher->node_started(node);
    out_engine->execute(node);
}

void InOrderPipe::trace(sc_core::sc_trace_file* file) const {
    sc_core::sc_trace(file, busy_, std::string(this->name()) + ".busy");
    sc_core::sc_trace(file, running_, std::string(this->name()) + ".node_plus_1");
}

}  // namespace systole::arch
