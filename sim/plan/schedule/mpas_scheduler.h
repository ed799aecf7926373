#pragma once

#include "sim/plan/schedule/scheduler.h"

#include <cstdint>

namespace systole::schedule {

enum class MpasPriority : std::uint8_t {
    kWeighted,  // with the weights of config.schedule; all 0 is kLiteral
    kLiteral    // lexicographic, equation 21 as written
};

// Memory-Pressure-Aware Topological Scheduling, stage 1 of the DAN-Scheduler paper (algorithm 1,
// equations 17 to 21): list scheduling by (FREE 0 / operation 1 / ALLOC 2), then one-step pressure
// delta in the tiers M_pk, downstream criticality and input order, either one after the other as
// equation 21 writes, or as a weighted sum (the sensitivity study of Figure 7). Tiers and weights
// come from config.schedule (mpas_*); schedule/docs/dan.md tells what each reading gives.
// O((V + E) log V).
class MpasScheduler : public Scheduler {
 public:
    explicit MpasScheduler(MpasPriority priority = MpasPriority::kWeighted) : priority_(priority) {}

    ir::Order order(const ir::Program& program, const config::ArchConfig& config) const override;

 private:
    MpasPriority priority_;
};

}  // namespace systole::schedule
