#pragma once

#include "sim/core/hardware.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace systole::config {

// A scratchpad. Units are the trace's size units.
struct TierConfig {
    std::uint64_t capacity = 0;  // units
    std::uint64_t ports = 2;     // accesses served at the same time (contention on)
    std::uint64_t port_bytes_per_cycle = 512;
};

struct DdrConfig {
    std::uint64_t bytes_per_cycle = 128;
    std::uint64_t burst_bytes = 256;
    std::uint64_t latency_cycles = 64;
    std::uint64_t max_outstanding = 16;  // bursts in flight per engine
};

// Cycles of a reload or an unbacked write-out of s units: cycles_per_unit * s + fixed_cycles
// (alpha_fix and beta_byte of the DAN-Scheduler paper, equation 8).
struct SpillConfig {
    std::uint64_t fixed_cycles = 150;
    std::uint64_t cycles_per_unit = 2;
};

// The data paths that exist, per pipe: each a set of places such as "L1+L0A" or "DDR+UB", spelled
// as route_text() does: places in the order DDR, L1, UB, L0A, L0B, L0C.
struct RouteConfig {
    bool strict = false;  // refuse a node whose route is not listed
    PerPipe<std::vector<std::string>> allowed;
};

// One architecture, resolved: defaults applied, every value checked. Nobody checks config again.
struct ArchConfig {
    std::string name;
    std::string file;                // the YAML it came from
    std::vector<std::string> files;  // every file read: `file`, then what it extends, in turn
    std::uint64_t clock_mhz = 1000;
    std::uint64_t bytes_per_unit = 256;
    PerTier<TierConfig> tiers;
    SpillConfig spill;
    DdrConfig ddr;
    bool contention = false;
    std::uint64_t port_grain_cycles = 64;  // longest turn of one engine at a contended port
    RouteConfig routes;
    // Dotted key -> what set it: "file:line" or "-D". A key that is not here has its default.
    std::map<std::string, std::string> sources;
};

}  // namespace systole::config
