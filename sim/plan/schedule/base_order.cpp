#include "sim/plan/schedule/base_order.h"

#include "sim/plan/schedule/list_order.h"

namespace systole::schedule {

ir::Order base_order(const ir::Program& program, const config::ArchConfig&) {
    // (level, +-size) in one number: FREEs below kMaxNodeValue, operations at the next value,
    // ALLOCs above.
    constexpr std::uint64_t kOperation = ir::kMaxNodeValue + 1;
    return list_order(program, [&](NodeId v) -> std::uint64_t {
        const auto size = [&] { return program.size[index(program.bufs[index(v)][0])]; };
        switch (program.kind[index(v)]) {
            case ir::NodeKind::kFree:
                return ir::kMaxNodeValue - size();
            case ir::NodeKind::kAlloc:
                return kOperation + 1 + size();
            case ir::NodeKind::kOperation:
                break;
        }
        return kOperation;
    });
}

}  // namespace systole::schedule
