#include "arch/pipe/engine.h"

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
    PerTier<Units> traffic{};
    PerTier<Units> first{};
    for_each_window(node, [&](const Window& window) {
        out_scratchpad[index(window.tier)]->begin_access(node, window);
        if (traffic[window.tier] == 0) {
            first[window.tier] = window.lo;
        }
        traffic[window.tier] += window.hi - window.lo;
    });
    // The node cannot end inside this call: its own cycles are a part that ends in an event.
    parts_ = 1;
    ev_computed_.notify(clock_.span(program_.cycles[index(node)]));
    parts_ += start_parts(node);
    const Cycles alone = program_.cycles[index(node)];
    if (contention_ && alone > 0) {
        for (const Tier t : kTiers) {
            if (traffic[t] > 0) {
                ++parts_;
                out_scratchpad[index(t)]->request_port(pipe_, first[t], traffic[t], alone, *this);
            }
        }
    }
}

void Engine::computed() {
    guard_.guard([&] { part_ended(); });
}

void Engine::part_ended() {
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
    out_owner->engine_ended(node);
}

void Engine::sample(std::vector<stats::Sample>& into) const {
    stats::sample(name(), nodes_, into);
    stats::sample(name(), cycles_, into);
}

}  // namespace systole::arch
