#include "arch/buffer/port_arbiter.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

PortArbiter::PortArbiter(sc_core::sc_module_name name,
                         std::uint64_t width,
                         const Clock& clock,
                         ProcessGuard& guard)
    : sc_module(name), width_(width), clock_(clock), guard_(guard) {
    SC_METHOD(wake);
    sensitive << ev_wake_;
    dont_initialize();
}

void PortArbiter::add(Pipe pipe, Cycles cycles) {
    Request& r = requests_[index(pipe)];
    SYSTOLE_INVARIANT(r.going == 0, "an engine asks a port twice at once");
    if (r.streams == kMaxStreams) {
        r.cycles[kMaxStreams - 1] += cycles;
        return;
    }
    r.cycles[r.streams++] = cycles;
}

void PortArbiter::begin(Pipe pipe, PortClient& client) {
    Request& r = requests_[index(pipe)];
    SYSTOLE_INVARIANT(r.going == 0 && r.streams > 0, "a request for ports without streams");
    const Cycles now = clock_.now();
    advance();
    r.going = r.streams;
    r.begun = now;
    r.client = &client;
    r.shared = !streams_.empty();
    for (Stream& s : streams_) {
        requests_[s.pipe].shared = true;
    }
    for (std::size_t i = 0; i < r.streams; ++i) {
        busy_ += r.cycles[i];
        streams_.push_back({index(pipe), r.cycles[i] * PortShare::kOne});
    }
    plan();
}

// Brings what is left of every stream up to now.
void PortArbiter::advance() {
    const Cycles now = clock_.now();
    const std::uint64_t done = streams_.empty() ? 0 : share().done_in(now - advanced_to_);
    for (Stream& s : streams_) {
        s.left -= std::min(s.left, done);
    }
    advanced_to_ = now;
}

// Wakes at the next end of a stream.
void PortArbiter::plan() {
    ev_wake_.cancel();
    if (streams_.empty()) {
        return;
    }
    const auto next =
        std::min_element(streams_.begin(), streams_.end(), [](const Stream& a, const Stream& b) {
            return a.left < b.left;
        });
    ev_wake_.notify(clock_.span(share().cycles_for(next->left)));
}

Cycles PortArbiter::alone(const Request& request, Cycles now) const {
    const Cycles taken = now - request.begun;
    return request.shared
               ? std::min(taken, shared_cycles({request.cycles.data(), request.streams}, width_))
               : taken;
}

void PortArbiter::wake() {
    guard_.guard([&] {
        const Cycles now = clock_.now();
        advance();
        struct Served {
            PortClient* client;
            Cycles alone;
        };
        std::array<Served, kPipeCount> served{};
        std::size_t count = 0;
        const auto ended = std::remove_if(streams_.begin(), streams_.end(), [&](const Stream& s) {
            if (s.left > 0) {
                return false;
            }
            Request& r = requests_[s.pipe];
            if (--r.going == 0) {
                served[count++] = {r.client, alone(r, now)};
                r.streams = 0;
            }
            return true;
        });
        streams_.erase(ended, streams_.end());
        plan();
        // Last, because a client that ends may start its next node and ask again in this call.
        for (std::size_t i = 0; i < count; ++i) {
            served[i].client->ports_served(served[i].alone);
        }
    });
}

void PortArbiter::sample(std::vector<stats::Sample>& into) const {
    stats::sample(name(), busy_, into);
}

}  // namespace systole::arch
