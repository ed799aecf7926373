#include "sim/schedule/registry.h"

#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/schedule/base_scheduler.h"
#include "sim/schedule/original_scheduler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

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
    std::vector<std::string_view> names;
    for (const SchedulerEntry& entry : kSchedulers) {
        if (entry.name == name) {
            return entry.make();
        }
        names.push_back(entry.name);
    }
    throw_bad_input("schedule.unknown",
                    {},
                    fmt::format("there is no scheduler '{}'; known are: {}{}",
                                name,
                                fmt::join(names, ", "),
                                did_you_mean(name, names)));
}

}  // namespace systole::schedule
