#pragma once

#include "arch/cube/cycle_grid.h"
#include "arch/npu/clock.h"
#include "arch/npu/process_guard.h"

#include <systemc>

#include <functional>
#include <memory>
#include <vector>

namespace systole::arch {

// The array as a module: one process that takes its grid through the cycles, whatever the number of
// PEs. Nobody looks inside a cycle, so without an observer and a wave it takes many at a time and
// then lets the kernel's clock follow.
class SystolicArray : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(SystolicArray);
    // Starts the grid's first cycle at time 0. `observe`, when there is one, is called in each
    // cycle with the grid as the cycle leaves it.
    SystolicArray(sc_core::sc_module_name name,
                  CycleGrid& grid,
                  const Clock& clock,
                  ProcessGuard& guard,
                  std::function<void(const CycleGrid&)> observe = {});
    ~SystolicArray() override;
    SystolicArray(const SystolicArray&) = delete;
    SystolicArray& operator=(const SystolicArray&) = delete;

    // Busy PEs and what leaves each column; of grids of at most kTracedPes PEs also each PE's sum
    // and whether it is busy. Before the simulation starts. Rows and columns count from 1.
    void trace(sc_core::sc_trace_file* file);
    static constexpr std::size_t kTracedPes = 1024;

 private:
    struct Wave;  // what a trace file looks at

    void run();
    void take_cycle();
    void update_wave();

    CycleGrid& grid_;
    const Clock& clock_;
    ProcessGuard& guard_;
    std::function<void(const CycleGrid&)> observe_;
    std::unique_ptr<Wave> wave_;
};

}  // namespace systole::arch
