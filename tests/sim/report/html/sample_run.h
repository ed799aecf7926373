#pragma once

#include "sim/result/run_result.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace systole::test {

// A made-up tiled matrix product with a vector epilogue, placed into a small core so that it
// spills, and timed: `rows` x `columns` tiles of the result, `depth` tiles deep. With `contention`
// every third transfer is stretched by half, as a busy DDR would. The rows of tiles are its layers,
// with made-up sizes and prices. Owns all that its report refers
// to. A result tile costs 7 * depth + 14 nodes, an input tile 3.
class SampleRun {
 public:
    struct Shape {
        std::size_t rows = 8;
        std::size_t columns = 8;
        std::size_t depth = 8;
        bool contention = false;
    };
    explicit SampleRun(const Shape& shape);

    RunResult report() const;

 private:
    config::ArchConfig config_;
    ir::Program program_;
    ir::Plan plan_;
    ir::ExecGraph graph_;
    ir::Timeline timeline_;
    std::vector<model::NodeWait> waits_;
    model::Metrics metrics_;
    model::LayerTable layers_;
    model::EnergyResult energy_;
};

}  // namespace systole::test
