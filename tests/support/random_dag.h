#pragma once

#include "sim/core/hardware.h"
#include "sim/ir/program.h"

#include <cstddef>
#include <cstdint>
#include <random>

namespace systole::test {

// Random numbers that are the same on every platform: the standard fixes what the engine gives, but
// not what its distributions make of it.
class Random {
 public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // One of 0 .. n-1, n > 0.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
    // One of low .. high, both included.
    std::uint32_t between(std::uint32_t low, std::uint32_t high) {
        return low + static_cast<std::uint32_t>(below(high - low + 1));
    }
    bool percent(unsigned chance) { return below(100) < chance; }

 private:
    std::mt19937_64 engine_;
};

struct RandomDag {
    ir::Program program;
    // Units: room for the buffers of any one operation, for little more (at most half as much
    // again), and so, as a rule, for far less than all that is alive.
    PerTier<std::uint64_t> capacity{};
};

// A random well-formed trace of `operations` operations (roots ALLOC, leaves FREE, ids
// topological): all tiers, pipes and data paths of the public traces, 1 to 4 buffers an operation,
// buffers backed by a COPY_IN and others, accumulation chains, fan-out, buffers that nobody reads.
// The ids walk the buffers' lifetimes lazily, eagerly or at random. Same arguments, same trace.
RandomDag random_dag(std::uint64_t seed, std::size_t operations = 40);

}  // namespace systole::test
