#include "arch/cube/cycle_grid.h"

#include "sim/core/error.h"

namespace systole::arch {

void CycleGrid::step() {
    SYSTOLE_INVARIANT(!done(), "the grid has nothing left to do");
    ++cycles_;
    outputs_.clear();
    busy_ = 0;
    cycle();
    macs_ += busy_;
}

ArrayCost CycleGrid::counted() const {
    ArrayCost cost;
    cost.cycles = cycles_;
    if (cycles_ > 0) {
        cost.compute_utilization = static_cast<double>(macs_) / (static_cast<double>(array_.rows) *
                                                                 static_cast<double>(array_.cols) *
                                                                 static_cast<double>(cycles_));
    }
    cost.reads = reads_;
    cost.writes = writes_;
    return cost;
}

}  // namespace systole::arch
