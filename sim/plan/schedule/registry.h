#pragma once

#include "sim/core/span.h"
#include "sim/plan/schedule/scheduler.h"

#include <memory>
#include <string>
#include <string_view>

namespace systole::schedule {

struct SchedulerEntry {
    std::string_view name;  // of `--schedule`
    std::string_view help;  // one line
    std::unique_ptr<Scheduler> (*make)();
};

// Every scheduler there is, in the order help texts list them.
Span<SchedulerEntry> schedulers();

// Error{kBadInput, "schedule.unknown"} names the known ones when there is no such scheduler.
std::unique_ptr<Scheduler> make_scheduler(std::string_view name);

}  // namespace systole::schedule
