#pragma once

#include "sim/compare/side.h"
#include "sim/store/metric_table.h"

#include <optional>
#include <string>
#include <vector>

namespace systole::compare {

// One number on both sides.
struct Change {
    std::string workload, point;
    std::string metric;  // of metric_table(), "busy.CUBE" ..., or "layer.NAME.cycles" ...
    std::string unit;
    store::Better better = store::Better::kSmaller;
    std::optional<double> a, b;

    double absolute() const { return b.value_or(0) - a.value_or(0); }
    // b / a - 1; infinite where a is 0 and b is not.
    double relative() const;
    // By how much b is worse, as a share: positive is worse, whatever the direction.
    double worsening() const;
    bool same() const { return a == b; }
};

// Two results of one point.
struct PointPair {
    std::string workload, point;
    const store::Point* a = nullptr;
    const store::Point* b = nullptr;
};

// Something that one side alone has: never passed over.
struct Missing {
    std::string workload, point;
    std::string what;  // "workload", "point", "layer.conv1", "energy_pj", "result: refused ..."
    char side = 'b';   // where it is missing
};

struct Comparison {
    std::string name_a, name_b;
    std::vector<PointPair> pairs;
    std::vector<Change> changes;  // every number that both sides have, worst first
    std::vector<Missing> missing;
    bool equal() const;
};

// Joins the sides by workload and point. Where both sides have one point of a workload, these are
// joined whatever they are called. The sides must outlive the result.
Comparison compare(const Side& a, const Side& b);

// Why the makespan of a pair differs, in a sentence: the layer that changed most, and what became
// of the time of the pipe that changed most; its parts sum to the difference. "" when it is the
// same.
std::string cause(const PointPair& pair);

}  // namespace systole::compare
