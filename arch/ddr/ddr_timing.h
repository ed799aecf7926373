#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

#include <algorithm>

namespace systole::arch {

// When a burst that arrives at `now` has left the data bus, and when its response is back, for a
// channel whose bus is free from `bus_free` on. Fixed latency and bandwidth: a bus cycle moves
// bytes_per_cycle.
struct BurstTiming {
    Cycles bus_until;
    Cycles response;
};
BurstTiming burst_timing(Cycles now, Cycles bus_free, Bytes bytes, const config::DdrConfig& ddr);

// How a row of bytes that begins at `address` is cut into requests of at most `size` bytes. The
// simple DDR cuts from the row's start; DRAM moves whole accesses, so there the cuts are where
// addresses are multiples of `size` (`aligned`).
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
// As the configured DDR wants it.
RequestCut request_cut(const config::DdrConfig& ddr);

// Requests that one engine may have in flight: ddr.max_outstanding bursts of ddr.burst_bytes, with
// the detailed DDR as many accesses as make that many bytes.
std::uint64_t requests_in_flight(const config::DdrConfig& ddr);

// Core cycles from a request to its response at most, when no other request is in the way.
Cycles longest_burst(const config::DdrConfig& ddr, std::uint64_t clock_mhz);

// Cycles of a core clock of `clock_mhz` for which `bytes` take the data buses at least: the DDR's
// peak bandwidth. Rounded down with the detailed DDR, whose clock is another.
Cycles least_bus_cycles(Bytes bytes, const config::DdrConfig& ddr, std::uint64_t clock_mhz);

}  // namespace systole::arch
