#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"

#include <cstdint>

namespace systole::model {

// Where a pipe's time goes; the parts sum to the makespan.
//   busy        the cycles its nodes take with an ideal memory system
//   dependency  idle until a predecessor (trace edge or spill edge) of its next node ended
//   address     idle until an address that its next node opens, or needs opened, was given up
//   contention  the cycles by which shared DDR and ports stretched its nodes
//   drained     idle after its last node
struct PipeAccount {
    Cycles busy = 0;
    Cycles dependency = 0;
    Cycles address = 0;
    Cycles contention = 0;
    Cycles drained = 0;

    Cycles total() const { return busy + dependency + address + contention + drained; }
};

// Why one node ended when it did, in cycles; indexed by node id, spill nodes included.
//   dependency, address  between the end of the node before it on its pipe and its own start
//   contention           by which shared DDR and ports stretched it
struct NodeWait {
    Cycles dependency = 0;
    Cycles address = 0;
    Cycles contention = 0;
};

// Lower bounds on the makespan of any plan, in cycles.
struct Bounds {
    Cycles critical_path = 0;  // longest chain of trace nodes
    Cycles busiest_pipe = 0;   // most cycles that one pipe has to run
    Pipe busiest = Pipe::kNone;
    PerPipe<Cycles> work{};  // of the trace's nodes, per pipe: what busiest_pipe is the largest of
    Bytes bus_bytes = 0;     // COPY_IN and COPY_OUT bytes that cross the DDR bus
    Cycles ddr = 0;          // they at full DDR bandwidth; binds only with contention on
    Cycles lower_bound = 0;
};

// What no legal plan beats that executes the trace's nodes in a given order, wherever it puts
// buffers and spills.
struct OrderBounds {
    Units reloaded = 0;  // volume of the buffers that have to come back, summed over returns
    Units written = 0;   // the part of it that has to be written out before: not backed by DDR
    Units traffic = 0;   // extra DDR traffic: reloaded + written
    std::uint64_t spills = 0;
    PerPipe<Cycles> work{};  // of the nodes and, on MTE2 and MTE3, the unavoidable spills
    Cycles makespan = 0;     // critical path, busiest pipe of `work`
};

// What a report says about one timed plan (spec/execution_model "Metrics").
struct Metrics {
    Cycles makespan = 0;
    Bounds bounds;
    OrderBounds order_bounds;
    std::size_t spills = 0;
    Units extra_ddr = 0;
    Bytes ddr_read = 0;              // COPY_IN, without spills
    Bytes ddr_write = 0;             // COPY_OUT, without spills
    Bytes ddr_extra = 0;             // extra_ddr in bytes
    PerTier<Units> peak{};           // ALLOC to FREE, over the order
    PerTier<Units> resident_peak{};  // what the plan keeps on chip, over the order
    Units peak_all = 0;
    Units peak_l1_ub = 0;
    PerPipe<Cycles> busy{};
    PerPipe<PipeAccount> accounting{};

    double gap() const {
        return bounds.lower_bound == 0
                   ? 0.0
                   : static_cast<double>(makespan) / static_cast<double>(bounds.lower_bound) - 1.0;
    }
    double utilization(Pipe p) const {
        return makespan == 0 ? 0.0 : static_cast<double>(busy[p]) / static_cast<double>(makespan);
    }
};

}  // namespace systole::model
