#include "sim/load/plan_lines.h"

#include <cstddef>

namespace systole::load {
namespace {

std::uint32_t line_of(const std::vector<std::uint32_t>& lines, std::size_t at) {
    return at < lines.size() ? lines[at] : 0;
}

}  // namespace

Error at_plan_line(const Error& error, const PlanLines& lines, const ir::Program& trace) {
    if (error.rule().rfind("plan.", 0) != 0) {
        return error;
    }
    SourceRef where = error.where();
    const bool address = error.rule() == "plan.capacity" || error.rule() == "plan.overlap";
    if (!where.node) {
        where.file = error.rule() == "plan.buffers" ? lines.memory : lines.schedule;
        where.line = 0;
    } else if (!address) {
        where.file = lines.schedule;
        where.line = line_of(lines.order, *where.node);
    } else if (*where.node < trace.nodes()) {
        where.file = lines.memory;
        where.line = line_of(lines.offset, index(trace.bufs[*where.node][0]));
    } else {
        where.file = lines.spill;
        where.line = line_of(lines.spills, (*where.node - trace.nodes()) / 2);
    }
    return Error(error.kind(), error.rule(), where, error.message());
}

}  // namespace systole::load
