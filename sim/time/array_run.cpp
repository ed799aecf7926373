#include "sim/time/array_run.h"

#include "arch/cube/systolic_array.h"
#include "sim/core/error.h"
#include "sim/time/session.h"
#include "sim/time/wave.h"

#include <systemc>

#include <memory>

namespace systole::time {

Cycles run_array(arch::CycleGrid& grid, const ArrayRunOptions& options) {
    const arch::Clock clock(options.clock_mhz);
    const Session session;
    arch::ProcessGuard guard;
    auto array =
        std::make_unique<arch::SystolicArray>("array", grid, clock, guard, options.observe);
    std::unique_ptr<Wave> wave;
    if (options.wave != nullptr) {
        wave = std::make_unique<Wave>(*options.wave);
        array->trace(wave->file());
    }
    sc_core::sc_start();
    guard.rethrow();
    const Cycles end = clock.now();
    if (wave) {
        wave->finish();
    }
    SYSTOLE_INVARIANT(grid.done(), "the array stopped before its product was whole");
    return end;
}

}  // namespace systole::time
