#include "sim/plan/schedule/original_order.h"

#include "sim/plan/schedule/list_order.h"

namespace systole::schedule {

ir::Order original_order(const ir::Program& program, const config::ArchConfig&) {
    return list_order(program, [](NodeId) { return std::uint64_t{0}; });
}

}  // namespace systole::schedule
