#include "sim/model/peak_macs.h"

#include "arch/cube/systolic_timing.h"

namespace systole::model {

double peak_macs(const config::ArchConfig& config) {
    const arch::Array array = arch::array_of(config.cube);
    return static_cast<double>(array.rows * array.cols * array.depth) /
           static_cast<double>(array.interval);
}

}  // namespace systole::model
