#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/hardware.h"

#include <optional>
#include <vector>

namespace systole::lower {

// How the operands of a product travel on one architecture (config.paths).
//   inputs   COPY_IN on MTE2 into the first tier; a second tier is reached by a MOVE on MTE1; the
//            array reads the last one
//   outputs  the array writes the first tier. L0C: FIXP drains it, to DDR (COPY_OUT) or into a
//            second tier (MOVE), from where MTE3 copies out. Any other: MTE3 copies out.
struct DataPaths {
    struct Input {
        Tier first;
        std::optional<Tier> second;
        Tier last() const { return second.value_or(first); }
    };
    Input activations;
    Input weights;
    Tier accumulators;
    std::optional<Tier> staging;
    Pipe copy_out;  // the pipe that writes outputs to DDR

    Tier out_of() const { return staging.value_or(accumulators); }
};

// Errors: "lower.path" (kRefused) when a path has more tiers than above, or lacks a data path.
DataPaths data_paths(const config::ArchConfig& config);

}  // namespace systole::lower
