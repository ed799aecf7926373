#pragma once

#include "sim/ir/exec_graph.h"
#include "sim/ir/timeline.h"

#include <cstdint>
#include <vector>

namespace systole::report {

using Nanoseconds = std::uint64_t;

// `cycles` of a clock in whole nanoseconds, rounded down: the resolution trace viewers keep.
constexpr Nanoseconds to_nanoseconds(Cycles cycles, std::uint64_t clock_mhz) {
    return cycles / clock_mhz * 1000 + cycles % clock_mhz * 1000 / clock_mhz;
}

// One mark of a timeline: a slice on a pipe's track, either end of a spill's arrow, or a new value
// of a tier's counter.
struct TraceEvent {
    enum class Kind : std::uint8_t { kSlice, kArrowOut, kArrowIn, kCounter };
    Nanoseconds time = 0;
    std::uint64_t value = 0;  // slice: duration in ns; counter: units
    std::uint32_t id = 0;     // slice: node; arrow: spill; counter: tier
    Kind kind = Kind::kSlice;
};

// The events of a run in the order a viewer takes them: by time; at one time slices before arrows
// before counters, longer slices first. Slices of one track never overlap. A viewer binds an arrow
// to the slice that was opened last on its track, so the slice of a spill node never shares its
// first nanosecond with another one: after a SPILL_OUT that takes no time, the pipe's next slice
// starts a nanosecond later, at the cost of its own length.
std::vector<TraceEvent> trace_events(const ir::ExecGraph& graph,
                                     const ir::Timeline& timeline,
                                     std::uint64_t clock_mhz);

}  // namespace systole::report
