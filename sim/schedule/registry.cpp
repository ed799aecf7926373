#include "sim/schedule/registry.h"

#include "sim/core/named_table.h"
#include "sim/schedule/base_scheduler.h"
#include "sim/schedule/original_scheduler.h"

#include <array>

namespace systole::schedule {
namespace {

template <class T>
std::unique_ptr<Scheduler> make() {
    return std::make_unique<T>();
}

constexpr std::array kSchedulers = {
    SchedulerEntry{"original", "the trace's own order (node ids)", make<OriginalScheduler>},
    SchedulerEntry{"base",
                   "list order: FREE, then operations, then ALLOC by rising size (the DAN "
                   "paper's Base)",
                   make<BaseScheduler>},
};

}  // namespace

Span<SchedulerEntry> schedulers() {
    return {kSchedulers.data(), kSchedulers.size()};
}

std::unique_ptr<Scheduler> make_scheduler(std::string_view name) {
    return find_named(schedulers(), name, "schedule.unknown", "scheduler").make();
}

}  // namespace systole::schedule
