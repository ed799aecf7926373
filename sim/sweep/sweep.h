#pragma once

#include "sim/sweep/space.h"
#include "sim/sweep/worker_pool.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace systole::sweep {

struct SweepOptions {
    std::size_t jobs = 1;                 // worker processes
    PoolLimits limits;                    // of one point
    std::uint64_t shard = 1, shards = 1;  // this one's points: number % shards == shard - 1
    bool rerun = false;                   // points that are stored already, too
    bool retry = false;                   // stored points that failed, ran out of time or memory
    std::string command;                  // for the database's provenance
};

// How far a sweep is.
struct SweepProgress {
    std::optional<std::uint64_t> points;    // of this shard, where that is known
    std::uint64_t done = 0;                 // run now
    std::uint64_t reused = 0;               // stored before
    std::uint64_t refused = 0, failed = 0;  // of done; failed: also out of time or memory
    std::uint64_t finished() const { return done + reused; }
};

struct SweepResult : SweepProgress {
    bool stopped = false;  // before the end, because `stop` was set
};

// Runs the points of `space` that the database at `path` does not have and stores them there, point
// by point; a sweep that was stopped or killed goes on where it was. Points run in worker
// processes, so the caller must not have started threads. `progress` is called after every point,
// `stop` is looked at between them. Errors: those of store::Writer; what goes wrong in a point is
// its result.
SweepResult run_sweep(Space& space,
                      const std::string& path,
                      const SweepOptions& options,
                      const std::function<void(const SweepProgress&)>& progress,
                      const std::atomic<bool>& stop);

// What running the sweep would take.
struct Estimate {
    std::optional<std::uint64_t> points;  // that meet the constraints; nothing: too many to count
    double seconds_per_point = 0;         // mean of the points tried; 0: none could be run
    std::size_t tried = 0;
};

// Runs up to `tries` points, spread over the sweep, and stores nothing.
Estimate estimate(Space& space, std::size_t tries, const PoolLimits& limits);

}  // namespace systole::sweep
