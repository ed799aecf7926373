#include "sim/plan/schedule/original_scheduler.h"

#include "sim/plan/schedule/list_order.h"

namespace systole::schedule {

ir::Order OriginalScheduler::order(const ir::Program& program, const config::ArchConfig&) const {
    return list_order(program, [](NodeId) { return std::uint64_t{0}; });
}

}  // namespace systole::schedule
