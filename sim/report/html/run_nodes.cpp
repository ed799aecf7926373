#include "sim/report/html/run_nodes.h"

#include "sim/core/json_text.h"
#include "sim/report/html/column.h"
#include "sim/report/html/node_work.h"
#include "sim/report/html/op_table.h"
#include "sim/report/html/wait_cause.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

namespace systole::report::html {
namespace {

std::int64_t as_signed(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

void append(std::string& out, std::string_view name, const Column& column) {
    fmt::format_to(std::back_inserter(out), ",\"{}\":\"{}\"", name, column.base64());
}

// Residencies in the order the page lists them, and each one's place in that list.
struct ResidencyOrder {
    std::vector<ResId> list;
    std::vector<std::uint32_t> place;
    std::array<std::size_t, kTierCount + 1> offsets{};
};

ResidencyOrder order_residencies(const RunResult& report) {
    const std::vector<ir::Residency>& all = report.graph.residencies;
    ResidencyOrder order;
    order.list.reserve(all.size());
    for (std::size_t r = 0; r < all.size(); ++r) {
        order.list.push_back(ResId{static_cast<std::uint32_t>(r)});
        ++order.offsets[index(all[r].tier) + 1];
    }
    for (std::size_t t = 0; t < kTierCount; ++t) {
        order.offsets[t + 1] += order.offsets[t];
    }
    std::sort(order.list.begin(), order.list.end(), [&](ResId a, ResId b) {
        const ir::Residency& x = all[index(a)];
        const ir::Residency& y = all[index(b)];
        return std::tuple(index(x.tier), report.timeline.start[index(x.open)], x.lo, index(a)) <
               std::tuple(index(y.tier), report.timeline.start[index(y.open)], y.lo, index(b));
    });
    order.place.resize(all.size());
    for (std::size_t i = 0; i < order.list.size(); ++i) {
        order.place[index(order.list[i])] = static_cast<std::uint32_t>(i);
    }
    return order;
}

std::string residency_columns(const RunResult& report, const ResidencyOrder& order) {
    Column buffer, lo, size, open, held, open_node, close_node, backed;
    for (const ResId id : order.list) {
        const ir::Residency& r = report.graph.residencies[index(id)];
        const Cycles opened = report.timeline.start[index(r.open)];
        buffer.add(report.program->buffer_label[index(r.buf)]);
        lo.add(r.lo);
        size.add(r.hi - r.lo);
        open.add(opened);
        held.add(report.timeline.end[index(r.close)] - opened);
        open_node.add(index(r.open));
        close_node.add(index(r.close));
        backed.add(std::int64_t{report.program->backed[index(r.buf)] ? 1 : 0});
    }
    std::string out = fmt::format("\"residency\":{{\"count\":{}", order.list.size());
    append(out, "buffer", buffer);
    append(out, "lo", lo);
    append(out, "size", size);
    append(out, "open", open);
    append(out, "held", held);
    append(out, "open_node", open_node);
    append(out, "close_node", close_node);
    append(out, "backed", backed);
    out += '}';
    return out;
}

// Adds the places of the residencies that node `i` uses, closes and opens; returns how many.
std::uint32_t add_uses(const ir::ExecGraph& graph,
                       std::size_t i,
                       const ResidencyOrder& residencies,
                       Column& uses) {
    std::uint32_t count = 0;
    const auto use = [&](ResId r) {
        if (r != ResId::kNone) {
            uses.add(residencies.place[index(r)]);
            ++count;
        }
    };
    for (const ResId r : graph.uses[i]) {
        use(r);
    }
    use(graph.closes[i]);
    use(graph.opens[i]);
    return count;
}

std::string node_columns(const RunResult& report,
                         const std::vector<NodeId>& list,
                         const ResidencyOrder& residencies) {
    const ir::ExecGraph& graph = report.graph;
    const std::vector<model::NodeWait>& waits = report.waits;
    const WaitCauses causes = wait_causes(graph, report.timeline);
    const OpTable ops(report);
    NodeWork what(report);
    Column id, op, start, cycles, dependency, address, contention, work_back, closer, use_count,
        uses;
    for (const NodeId v : list) {
        const std::size_t i = index(v);
        id.add(index(v));
        op.add(ops.of(v));
        start.add(report.timeline.start[i]);
        cycles.add(report.timeline.alone(i));
        dependency.add(waits[i].dependency);
        address.add(waits[i].address);
        contention.add(waits[i].contention);
        const NodeId work = waits[i].dependency > 0 ? causes.work[i] : NodeId::kNone;
        work_back.add(work == NodeId::kNone ? std::int64_t{0}
                                            : as_signed(i) - as_signed(index(work)));
        const NodeId gave_up = waits[i].address > 0 ? causes.closer[i] : NodeId::kNone;
        closer.add(gave_up == NodeId::kNone
                       ? std::int64_t{0}
                       : as_signed(residencies.place[index(graph.closes[index(gave_up)])]) + 1);
        use_count.add(add_uses(graph, i, residencies, uses));
        what.add(v);
    }
    std::string out = fmt::format("\"node\":{{\"count\":{}", list.size());
    append(out, "id", id);
    append(out, "op", op);
    append(out, "start", start);
    append(out, "cycles", cycles);
    append(out, "dependency", dependency);
    append(out, "address", address);
    append(out, "contention", contention);
    append(out, "work_back", work_back);
    append(out, "closer", closer);
    append(out, "use_count", use_count);
    append(out, "uses", uses);
    if (!report.program->work.empty()) {
        append(out, "layer", what.layer());
        append(out, "shape", what.shape());
        out += ",\"shapes\":" + what.shapes_json();
    }
    out += '}';
    return out;
}

}  // namespace

std::size_t timed_nodes(const ir::ExecGraph& graph) {
    return graph.pipe.size() -
           static_cast<std::size_t>(std::count(graph.pipe.begin(), graph.pipe.end(), Pipe::kNone));
}

std::string nodes_json(const RunResult& report) {
    std::vector<NodeId> list;
    list.reserve(timed_nodes(report.graph));
    std::array<std::size_t, kPipeCount + 1> pipe_offsets{};
    for (const Pipe p : kPipes) {
        for (const NodeId v : report.graph.order) {
            if (report.graph.pipe[index(v)] == p) {
                list.push_back(v);
            }
        }
        pipe_offsets[index(p) + 1] = list.size();
    }
    const ResidencyOrder residencies = order_residencies(report);
    const nlohmann::json ops = OpTable(report).names();
    return fmt::format(R"({{"ops":{},"pipe_offsets":[{}],"tier_offsets":[{}],{},{}}})",
                       json_text(ops),
                       fmt::join(pipe_offsets, ","),
                       fmt::join(residencies.offsets, ","),
                       node_columns(report, list, residencies),
                       residency_columns(report, residencies));
}

}  // namespace systole::report::html
