#pragma once

#include "sim/result/run_result.h"
#include "sim/run/run.h"
#include "sim/store/point.h"
#include "sim/sweep/space.h"

#include <memory>

namespace systole::sweep {

// Runs points of a space one after the other, and keeps between them what they have in common.
class PointRunner {
 public:
    explicit PointRunner(const Space& space);

    // The request that a point stands for.
    RunRequest request(const PointSpec& point) const;
    // Runs it. An error becomes the point's status, rule and message; std::bad_alloc is passed on.
    store::Point run(const PointSpec& point);
    // A point that did not come to its end for a reason outside of it.
    store::Point failed(const PointSpec& point,
                        store::Status status,
                        std::string rule,
                        std::string message) const;

 private:
    store::Point head(const PointSpec& point) const;

    const Space& space_;
    std::unique_ptr<RunCache> cache_;
};

// Fills in what a run gave: metrics, accounting, layers, energy.
void add_result(const RunResult& result, store::Point& point);

}  // namespace systole::sweep
