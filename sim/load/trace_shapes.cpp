// What a trace of lowered layers says beside its order: the work of its operations.
#include "sim/core/error.h"
#include "sim/core/visible_text.h"
#include "sim/load/trace_collector.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace systole::load {

void TraceCollector::add_work(const NodeRecord& node, std::size_t position) {
    const auto find = [&](const auto& names, Field field) {
        const auto at = std::find(names.begin(), names.end(), node.text(field));
        if (at == names.end()) {
            fail("work",
                 node.line,
                 node.id,
                 fmt::format("{} '{}' is none of {}",
                             name(field),
                             excerpt(node.text(field)),
                             fmt::join(names, ", ")));
        }
        return static_cast<std::size_t>(at - names.begin());
    };
    ir::Work work;
    work.kind = static_cast<ir::WorkKind>(find(kWorkNames, Field::kWork) + 1);
    if (node.has(Field::kOperand)) {
        work.operand = static_cast<Operand>(find(kOperandNames, Field::kOperand));
    }
    for (const Field field : {Field::kLayer, Field::kM, Field::kN, Field::kK}) {
        if (field != Field::kK || work.kind != ir::WorkKind::kMove) {
            require(node, field);
        }
    }
    work.layer = node.shape[0];
    work.m = node.shape[1];
    work.n = node.shape[2];
    work.k = node.shape[3];
    work.stride = node.shape[4];
    work.address = node.address;
    trace_.work.resize(position + 1);
    trace_.work.back() = work;
}

void TraceCollector::check_layers() const {
    for (std::size_t v = 0; v < trace_.work.size(); ++v) {
        const ir::Work& work = trace_.work[v];
        if (work.kind != ir::WorkKind::kNone && work.layer >= trace_.layers.size()) {
            fail("layer",
                 trace_.line[v],
                 v,
                 fmt::format(
                     "Layer is {}, but the trace has {} layers", work.layer, trace_.layers.size()));
        }
    }
}

}  // namespace systole::load
