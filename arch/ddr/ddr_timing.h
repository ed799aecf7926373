#pragma once

#include "arch/ddr/transfer_timing.h"
#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

#include <algorithm>

namespace systole::arch {

// How a row of bytes that begins at `address` is cut into requests of at most `size` bytes: from
// the row's start or, where a memory moves whole accesses (`aligned`), where addresses are
// multiples of `size`.
struct RequestCut {
    Bytes size;
    bool aligned;

    Bytes first_of(std::uint64_t address, Bytes left) const {
        return std::min(left, aligned ? size - address % size : size);
    }
    // Requests of a row, at most.
    std::uint64_t requests(Bytes row_bytes) const {
        return (row_bytes + size - 1) / size + (aligned ? 1 : 0);
    }
};

// What a DDR model says of itself to those who send requests, size queues or set bounds.
struct DdrTraits {
    RequestCut cut;
    std::uint64_t in_flight;  // requests that one engine may have in flight
    // Core cycles from a request to its response at most, when no other request is in the way.
    Cycles longest_request;
    // From the end of a request's turn on the bus to its response at least.
    std::uint64_t latency_ps;
    // Peak bandwidth of all data buses: so many bytes in so many picoseconds.
    Bytes peak_bytes;
    std::uint64_t peak_ps;
};

// Of the model that `ddr.model` names, beside a core of `clock_mhz`.
DdrTraits ddr_traits(const config::DdrConfig& ddr, std::uint64_t clock_mhz);

// Core cycles of a transfer that has the DDR to itself: requests at peak bandwidth and least
// latency, `in_flight` of them at a time. Exact for a memory that is nothing but these; a lower
// bound for one with rows and refresh.
Cycles alone_cycles(const Transfer& transfer, const DdrTraits& ddr, std::uint64_t period_ps);

// Core cycles, rounded up, for which `bytes` take the data buses at least.
Cycles least_bus_cycles(Bytes bytes, const config::DdrConfig& ddr, std::uint64_t clock_mhz);

// Peak bandwidth of all data buses in bytes per core cycle.
double bus_bytes_per_cycle(const config::DdrConfig& ddr, std::uint64_t clock_mhz);

}  // namespace systole::arch
