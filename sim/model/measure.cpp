#include "sim/model/measure.h"

#include "sim/model/accounting.h"
#include "sim/model/bounds.h"
#include "sim/model/order_bounds.h"
#include "sim/model/spill_cost.h"

#include <algorithm>

namespace systole::model {
namespace {

PerTier<Units> resident_peak(const ir::ExecGraph& graph) {
    PerTier<Units> now{};
    PerTier<Units> peak{};
    for (const NodeId v : graph.order) {
        if (const ResId r = graph.opens[index(v)]; r != ResId::kNone) {
            const ir::Residency& res = graph.residencies[index(r)];
            now[res.tier] += res.hi - res.lo;
            peak[res.tier] = std::max(peak[res.tier], now[res.tier]);
        }
        if (const ResId r = graph.closes[index(v)]; r != ResId::kNone) {
            const ir::Residency& res = graph.residencies[index(r)];
            now[res.tier] -= res.hi - res.lo;
        }
    }
    return peak;
}

}  // namespace

Peaks peak_residency(const ir::Program& program, Span<NodeId> order) {
    Peaks peaks;
    PerTier<Units> now{};
    Units all = 0;
    for (const NodeId v : order) {
        if (index(v) >= program.nodes() || program.kind[index(v)] == ir::NodeKind::kOperation) {
            continue;
        }
        const BufId b = program.bufs[index(v)][0];
        const Tier tier = program.tier[index(b)];
        const Units size = program.size[index(b)];
        if (program.kind[index(v)] == ir::NodeKind::kFree) {
            now[tier] -= size;
            all -= size;
            continue;
        }
        now[tier] += size;
        all += size;
        peaks.tier[tier] = std::max(peaks.tier[tier], now[tier]);
        peaks.all = std::max(peaks.all, all);
        peaks.l1_ub = std::max(peaks.l1_ub, now[Tier::kL1] + now[Tier::kUB]);
    }
    return peaks;
}

Units spill_traffic(const ir::Program& program,
                    const ir::Plan& plan,
                    const config::ArchConfig& config) {
    Units traffic = 0;
    for (const ir::Spill& s : plan.spills) {
        const std::uint32_t b = index(s.buf);
        traffic += spill_cost(program.size[b], program.backed[b], config.spill).traffic;
    }
    return traffic;
}

Metrics measure(const ir::Program& program,
                const ir::Plan& plan,
                const ir::ExecGraph& graph,
                const ir::Timeline& timeline,
                const std::vector<NodeWait>& waits,
                const config::ArchConfig& config) {
    Metrics m;
    m.makespan = timeline.makespan;
    m.bounds = makespan_bounds(program, graph.order, config);
    m.order_bounds = order_bounds(program, graph.order, config);
    m.spills = plan.spills.size();
    m.extra_ddr = spill_traffic(program, plan, config);
    const CompulsoryTraffic traffic = compulsory_traffic(program, config);
    m.ddr_read = traffic.read;
    m.ddr_write = traffic.write;
    m.ddr_extra = m.extra_ddr * config.bytes_per_unit;
    const Peaks peaks = peak_residency(program, graph.order);
    m.peak = peaks.tier;
    m.peak_all = peaks.all;
    m.peak_l1_ub = peaks.l1_ub;
    m.resident_peak = resident_peak(graph);
    m.accounting = pipe_accounts(graph, timeline, waits);
    for (const Pipe p : kPipes) {
        m.busy[p] = m.accounting[p].busy;
    }
    return m;
}

}  // namespace systole::model
