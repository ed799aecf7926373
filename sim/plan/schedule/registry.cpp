#include "sim/plan/schedule/registry.h"

#include "sim/core/named_table.h"
#include "sim/plan/schedule/base_scheduler.h"
#include "sim/plan/schedule/mpas_scheduler.h"
#include "sim/plan/schedule/original_scheduler.h"

#include <array>

namespace systole::schedule {
namespace {

template <class T, class... Args>
std::unique_ptr<Scheduler> make(Args... args) {
    return std::make_unique<T>(args...);
}

constexpr std::array kSchedulers = {
    SchedulerEntry{"original", "the trace's own order (node ids)", make<OriginalScheduler>},
    SchedulerEntry{"base",
                   "list order: FREE, then operations, then ALLOC by rising size (the DAN "
                   "paper's Base)",
                   make<BaseScheduler>},
    SchedulerEntry{
        "mpas",
        "list order: FREE, then operations, then ALLOC by weighted pressure, criticality and "
        "input order (the DAN paper's MPAS)",
        make<MpasScheduler>},
    SchedulerEntry{"mpas-literal",
                   "the same with pressure before criticality before input order, as the paper "
                   "writes (equation 21)",
                   [] { return make<MpasScheduler>(MpasPriority::kLiteral); }},
};

}  // namespace

Span<SchedulerEntry> schedulers() {
    return {kSchedulers.data(), kSchedulers.size()};
}

std::unique_ptr<Scheduler> make_scheduler(std::string_view name) {
    return find_named(schedulers(), name, "schedule.unknown", "scheduler").make();
}

}  // namespace systole::schedule
