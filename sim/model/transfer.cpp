#include "sim/model/transfer.h"

#include "sim/core/error.h"

#include <utility>

namespace systole::model {
namespace {

// The scratchpad a pipe drains when it moves data between two.
constexpr Tier source_tier(Pipe pipe) {
    if (pipe == Pipe::kMTE3) {
        return Tier::kUB;
    }
    return pipe == Pipe::kFixp ? Tier::kL0C : Tier::kL1;
}

}  // namespace

Transfer transfer_of(const ir::Trace& trace, NodeId v) {
    const ir::Work& work = trace.work[index(v)];
    SYSTOLE_INVARIANT(work.kind == ir::WorkKind::kMove, "only a transfer has two places");
    Transfer transfer;
    transfer.bytes = Bytes{work.m} * work.n;
    const Span<BufId> bufs = trace.bufs[index(v)];
    if (bufs.size() == 0) {
        return transfer;
    }
    const Tier first = trace.tier[index(bufs[0])];
    const Tier last = trace.tier[index(bufs[bufs.size() - 1])];
    const std::string& op = trace.op_name(v);
    if (op != "COPY_IN") {
        transfer.from = first;
    }
    if (op != "COPY_OUT") {
        transfer.to = last;
    }
    if (transfer.from && transfer.to && last == source_tier(trace.pipe[index(v)])) {
        std::swap(transfer.from, transfer.to);
    }
    return transfer;
}

}  // namespace systole::model
