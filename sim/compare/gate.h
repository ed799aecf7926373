#pragma once

#include "sim/compare/comparison.h"
#include "sim/core/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace systole::compare {

// A condition under which a comparison fails.
struct Gate {
    enum class Sign { kAbove, kAtLeast, kBelow, kAtMost };
    enum class Limit {
        kValue,     // of side b
        kAbsolute,  // change, in the metric's unit
        kRelative,  // change, as a share of side a
        kWorse,     // any change for the worse
    };
    std::string text;      // as it was given
    std::string workload;  // a pattern with * and ?; "": all
    std::string metric;    // a name of Change::metric; the layer of "layer.NAME.cycles" may be a
                           // pattern
    Sign sign = Sign::kAbove;
    Limit limit = Limit::kWorse;
    double bound = 0;
};

// Reads "[WORKLOAD:] METRIC [OP LIMIT]": OP is > >= < <=; LIMIT is a value of side b (1000), a
// change
// (+100, -5) or a relative change (+1%, -0.5%). Without OP any change for the worse fails.
// Error{kBadInput, "compare.gate"} at `where`, with the nearest metric for one that there is not.
Gate parse_gate(std::string_view text, const SourceRef& where = {});

// Reads a budget file: a YAML list of {workload, metric, limit}; limit as above, +1% for a change
// for the worse. Errors: "compare.budgets" and those of parse_gate, with file and line.
std::vector<Gate> read_budgets(const std::string& path);

// Why a comparison fails.
struct Failure {
    std::string gate;  // its text, or "missing"
    std::string workload, point, metric;
    std::optional<double> a, b;
    std::string reason;
};

// Everything that is missing, then for every gate what breaks it. A gate that finds nothing to look
// at fails, too.
std::vector<Failure> failures(const Comparison& comparison, const std::vector<Gate>& gates);

}  // namespace systole::compare
