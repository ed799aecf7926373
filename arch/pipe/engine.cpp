#include "arch/pipe/engine.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

Engine::Engine(sc_core::sc_module_name name,
               Pipe pipe,
               const CoreProgram& program,
               const Clock& clock,
               bool contention,
               ProcessGuard& guard)
    : sc_module(name),
      out_scratchpad("out_scratchpad", kTierCount),
      program_(program),
      clock_(clock),
      contention_(contention),
      guard_(guard),
      pipe_(pipe) {
    SC_METHOD(computed);
    sensitive << ev_computed_;
    dont_initialize();
}

// The windows a node works in: an operation's, a SPILL_OUT's before it closes, a SPILL_IN's once
// open.
template <class Visit>
void Engine::for_each_window(NodeId node, Visit visit) const {
    for (const ResId w : program_.uses[index(node)]) {
        visit(program_.windows[index(w)]);
    }
    for (const ResId w : {program_.opens[index(node)], program_.closes[index(node)]}) {
        if (w != ResId::kNone) {
            visit(program_.windows[index(w)]);
        }
    }
}

void Engine::execute(NodeId node) {
    node_ = node;
    nodes_ += 1;
    cycles_ += program_.cycles[index(node)];
    if (const ResId w = program_.opens[index(node)]; w != ResId::kNone) {
        const Window& window = program_.windows[index(w)];
        out_scratchpad[index(window.tier)]->open(node, window);
    }
    for_each_window(node, [&](const Window& window) {
        out_scratchpad[index(window.tier)]->begin_access(node, window);
    });
    begun_ = clock_.now();
    alone_ = program_.cycles[index(node)];
    // The node cannot end inside this call: its own cycles are a part that ends in an event.
    parts_ = 1;
    ev_computed_.notify(clock_.span(alone_));
    parts_ += start_parts(node);
    if (contention_) {
        request_ports(program_.streams_of(index(node)));
    }
}

// One request per scratchpad, of all the node's streams there.
void Engine::request_ports(Span<Stream> streams) {
    for (std::size_t from = 0, to = 0; from < streams.size(); from = to) {
        const Tier tier = streams[from].tier;
        while (to < streams.size() && streams[to].tier == tier) {
            ++to;
        }
        ++parts_;
        out_scratchpad[index(tier)]->request_ports(
            pipe_, {streams.data() + from, to - from}, *this);
    }
}

void Engine::ports_served(Cycles alone) {
    part_ended(alone);
}

void Engine::computed() {
    guard_.guard([&] { part_ended(0); });
}

void Engine::part_ended(Cycles alone) {
    alone_ = std::max(alone_, alone);
    if (--parts_ == 0) {
        finish();
    }
}

void Engine::finish() {
    const NodeId node = node_;
    node_ = NodeId::kNone;
    for_each_window(node, [&](const Window& window) {
        out_scratchpad[index(window.tier)]->end_access(node, window);
    });
    if (const ResId w = program_.closes[index(node)]; w != ResId::kNone) {
        const Window& window = program_.windows[index(w)];
        out_scratchpad[index(window.tier)]->close(node, window);
    }
    const Cycles took = clock_.now() - begun_;
    SYSTOLE_INVARIANT(took >= alone_, "a node took less than it takes alone");
    out_owner->engine_ended(node, took - alone_);
}

void Engine::sample(std::vector<stats::Sample>& into) const {
    stats::sample(name(), nodes_, into);
    stats::sample(name(), cycles_, into);
}

}  // namespace systole::arch
