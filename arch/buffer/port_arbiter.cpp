#include "arch/buffer/port_arbiter.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

PortArbiter::PortArbiter(sc_core::sc_module_name name,
                         std::size_t ports,
                         Cycles grain,
                         const Clock& clock,
                         ProcessGuard& guard)
    : sc_module(name), grain_(grain), clock_(clock), guard_(guard), ports_(ports) {
    SC_METHOD(turn_ended);
    sensitive << ev_turn_;
    dont_initialize();
}

void PortArbiter::request(Pipe pipe, Cycles cycles, PortClient& client) {
    Request& r = requests_[index(pipe)];
    SYSTOLE_INVARIANT(r.left == 0 && cycles > 0, "an engine asks a port twice at once");
    r.left = cycles;
    r.client = &client;
    fill_ports();
}

// Gives free ports to waiting requests in turn, then wakes at the earliest end.
void PortArbiter::fill_ports() {
    const Cycles now = clock_.now();
    Cycles earliest = ~Cycles{0};
    for (Port& port : ports_) {
        for (std::size_t i = 0; port.requester == kPipeCount && i < kPipeCount; ++i) {
            const std::size_t candidate = (next_ + i) % kPipeCount;
            Request& r = requests_[candidate];
            if (r.left > 0 && !r.served_now) {
                r.served_now = true;
                port.requester = candidate;
                port.turn = std::min(grain_, r.left);
                port.until = now + port.turn;
                busy_ += port.turn;
                next_ = (candidate + 1) % kPipeCount;
            }
        }
        if (port.requester != kPipeCount) {
            earliest = std::min(earliest, port.until);
        }
    }
    // A pending notification is earlier or equal only if that turn still runs; notify keeps the
    // earlier.
    if (earliest != ~Cycles{0}) {
        ev_turn_.notify(clock_.span(earliest - now));
    }
}

void PortArbiter::turn_ended() {
    guard_.guard([&] {
        const Cycles now = clock_.now();
        std::array<PortClient*, kPipeCount> served{};
        std::size_t count = 0;
        for (Port& port : ports_) {
            if (port.requester == kPipeCount || port.until > now) {
                continue;
            }
            Request& r = requests_[port.requester];
            r.left -= port.turn;
            r.served_now = false;
            port.requester = kPipeCount;
            if (r.left == 0) {
                served[count++] = r.client;
            }
        }
        fill_ports();
        // Last, because a client that ends may start its next node and ask again in this call.
        for (std::size_t i = 0; i < count; ++i) {
            served[i]->port_served();
        }
    });
}

void PortArbiter::sample(std::vector<stats::Sample>& into) const {
    stats::sample(name(), busy_, into);
}

}  // namespace systole::arch
