#include "sim/report/html/op_table.h"

#include <algorithm>
#include <tuple>

namespace systole::report::html {

std::vector<std::string> OpTable::names() const {
    std::vector<std::string> names = program_.op_names;
    names.emplace_back("SPILL_OUT");
    names.emplace_back("SPILL_IN");
    return names;
}

std::vector<OpTotal> op_totals(const RunResult& report, const OpTable& ops) {
    std::vector<OpTotal> totals(kPipeCount * ops.size());
    for (const NodeId v : report.graph.order) {
        const std::size_t i = index(v);
        const Pipe pipe = report.graph.pipe[i];
        if (pipe == Pipe::kNone) {
            continue;
        }
        const std::uint32_t op = ops.of(v);
        OpTotal& total = totals[index(pipe) * ops.size() + op];
        total.pipe = pipe;
        total.op = op;
        ++total.count;
        total.cycles += report.timeline.alone(i);
        total.contention += report.timeline.lost_by(i);
    }
    totals.erase(
        std::remove_if(totals.begin(), totals.end(), [](const OpTotal& t) { return t.count == 0; }),
        totals.end());
    std::stable_sort(totals.begin(), totals.end(), [](const OpTotal& a, const OpTotal& b) {
        return std::tuple(index(a.pipe), b.cycles, b.count) <
               std::tuple(index(b.pipe), a.cycles, a.count);
    });
    return totals;
}

}  // namespace systole::report::html
