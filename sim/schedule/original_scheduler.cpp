#include "sim/schedule/original_scheduler.h"

#include "sim/schedule/list_order.h"

namespace systole::schedule {

ir::Order OriginalScheduler::order(const ir::Trace& trace, const config::ArchConfig&) const {
    return list_order(trace, [](NodeId) { return std::uint64_t{0}; });
}

}  // namespace systole::schedule
