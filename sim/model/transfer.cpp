#include "sim/model/transfer.h"

#include "sim/core/error.h"

#include <utility>

namespace systole::model {
namespace {

// Whether `pipe` moves from `a` to `b` rather than the other way.
constexpr bool flows(Pipe pipe, Tier a, Tier b) {
    const auto near_array = [](Tier t) { return t == Tier::kL0A || t == Tier::kL0B; };
    if (a == Tier::kL0C || near_array(b)) {
        return true;
    }
    if (b == Tier::kL0C || near_array(a)) {
        return false;
    }
    return a == b || (a == Tier::kL1) == (pipe == Pipe::kMTE1);
}

}  // namespace

Transfer transfer_of(const ir::Program& program, NodeId v) {
    const ir::Work& work = program.work[index(v)];
    SYSTOLE_INVARIANT(work.kind == ir::WorkKind::kMove, "only a transfer has two places");
    Transfer transfer;
    transfer.bytes = Bytes{work.m} * work.n;
    const Span<BufId> bufs = program.bufs[index(v)];
    if (bufs.size() == 0) {
        return transfer;
    }
    const Tier first = program.tier[index(bufs[0])];
    const Tier last = program.tier[index(bufs[bufs.size() - 1])];
    const ir::DdrAccess access = program.ddr_access(v);
    if (access != ir::DdrAccess::kRead) {
        transfer.from = first;
    }
    if (access != ir::DdrAccess::kWrite) {
        transfer.to = last;
    }
    if (transfer.from && transfer.to && !flows(program.pipe[index(v)], first, last)) {
        std::swap(transfer.from, transfer.to);
    }
    return transfer;
}

}  // namespace systole::model
