#include "sim/report/bus_use.h"

#include "arch/ddr/ddr_timing.h"

namespace systole::report {

BusUse bus_use(const model::Metrics& metrics, const config::ArchConfig& config) {
    BusUse use;
    use.peak = arch::bus_bytes_per_cycle(config.ddr, config.clock_mhz);
    if (metrics.makespan > 0) {
        use.used = static_cast<double>(metrics.bounds.bus_bytes + metrics.ddr_extra) /
                   static_cast<double>(metrics.makespan);
    }
    return use;
}

}  // namespace systole::report
