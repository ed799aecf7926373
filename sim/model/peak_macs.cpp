#include "sim/model/peak_macs.h"

namespace systole::model {

double peak_macs(const config::ArchConfig& config) {
    const config::CubeConfig& cube = config.cube;
    return static_cast<double>(cube.rows * cube.cols * cube.depth) /
           static_cast<double>(cube.interval);
}

}  // namespace systole::model
