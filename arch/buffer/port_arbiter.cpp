#include "arch/buffer/port_arbiter.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

PortArbiter::PortArbiter(sc_core::sc_module_name name,
                         std::size_t ports,
                         Cycles grain,
                         std::optional<BankCycle> banks,
                         const Clock& clock,
                         ProcessGuard& guard)
    : sc_module(name), grain_(grain), banks_(banks), clock_(clock), guard_(guard), ports_(ports) {
    SC_METHOD(turn_ended);
    sensitive << ev_turn_;
    dont_initialize();
}

void PortArbiter::request(Pipe pipe, Cycles cycles, Cycles phase, PortClient& client) {
    Request& r = requests_[index(pipe)];
    SYSTOLE_INVARIANT(r.left == 0 && cycles > 0, "an engine asks a port twice at once");
    r.left = cycles;
    r.client = &client;
    r.phase = phase;
    fill_ports();
}

std::optional<Cycles> PortArbiter::wait_for_bank(Cycles phase, Cycles now) const {
    std::array<Cycles, kPipeCount> taken{};
    std::size_t count = 0;
    for (const Port& port : ports_) {
        if (port.requester != kPipeCount && port.until > now) {
            taken[count++] = port.offset;
        }
    }
    return bank_wait(bank_offset(phase, now, *banks_), {taken.data(), count}, *banks_);
}

// False: no bank is free for it.
bool PortArbiter::begin_turn(Port& port, std::size_t requester, Cycles now) {
    Request& r = requests_[requester];
    Cycles wait = 0;
    if (banks_) {
        const std::optional<Cycles> bank_free = wait_for_bank(r.phase, now);
        if (!bank_free) {
            return false;
        }
        wait = *bank_free;
        port.offset = bank_offset(r.phase, now + wait, *banks_);
        bank_waits_ += wait;
    }
    r.served_now = true;
    port.requester = requester;
    port.turn = std::min(grain_, r.left);
    port.until = now + wait + port.turn;
    busy_ += port.turn;
    return true;
}

// Gives free ports to waiting requests in turn, then wakes at the earliest end.
void PortArbiter::fill_ports() {
    const Cycles now = clock_.now();
    Cycles earliest = ~Cycles{0};
    for (Port& port : ports_) {
        for (std::size_t i = 0; port.requester == kPipeCount && i < kPipeCount; ++i) {
            const std::size_t candidate = (next_ + i) % kPipeCount;
            const Request& r = requests_[candidate];
            if (r.left > 0 && !r.served_now && begin_turn(port, candidate, now)) {
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
            r.phase += port.turn;
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
    if (banks_) {
        stats::sample(name(), bank_waits_, into);
    }
}

}  // namespace systole::arch
