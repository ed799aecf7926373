#include "sim/core/json_text.h"
#include "sim/load/layer_record.h"
#include "sim/load/node_record.h"
#include "sim/load/trace_json.h"

#include <fmt/compile.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {
namespace {

void write_work(TextWriter& writer, const ir::Work& work) {
    if (work.kind == ir::WorkKind::kNone) {
        return;
    }
    fmt::format_to(writer.out(),
                   FMT_COMPILE(R"(,"Work":"{}","Layer":{},"M":{},"N":{})"),
                   kWorkNames[static_cast<std::size_t>(work.kind) - 1],
                   work.layer,
                   work.m,
                   work.n);
    if (work.kind != ir::WorkKind::kMove) {
        fmt::format_to(writer.out(), FMT_COMPILE(R"(,"K":{})"), work.k);
        return;
    }
    fmt::format_to(writer.out(), FMT_COMPILE(R"(,"Operand":"{}")"), name(work.operand));
    if (work.stride > 0) {  // over DDR
        fmt::format_to(
            writer.out(), FMT_COMPILE(R"(,"Address":{},"Stride":{})"), work.address, work.stride);
    }
}

void write_layers(TextWriter& writer, const ir::Program& trace) {
    fmt::format_to(writer.out(), "\"Element\":\"{}\",\"Layers\":[", name(trace.element));
    std::string_view separator = "\n";
    for (const ir::LayerWork& layer : trace.layers) {
        writer.text(separator);
        separator = ",\n";
        fmt::format_to(writer.out(),
                       R"({{"Name":{},"Kind":"{}")",
                       json_text(nlohmann::json(layer.name)),
                       ir::name(layer.kind));
        for (std::size_t i = 0; i < kLayerFieldCount; ++i) {
            const auto field = static_cast<LayerField>(i);
            if (!is_text(field)) {
                fmt::format_to(
                    writer.out(), R"(,"{}":{})", name(field), layer_number(layer, field));
            }
        }
        writer.text("}");
        writer.end_item();
    }
    writer.text("\n],");
}

void write_node(TextWriter& writer,
                const ir::Program& trace,
                std::size_t v,
                const std::vector<std::string>& ops) {
    const Span<BufId> bufs = trace.bufs[v];
    if (trace.kind[v] == ir::NodeKind::kOperation) {
        fmt::format_to(writer.out(),
                       FMT_COMPILE(R"({{"Id":{},"Op":{},"Pipe":"{}","Cycles":{},"Bufs":[)"),
                       v,
                       ops[trace.op[v]],
                       name(trace.pipe[v]),
                       trace.cycles[v]);
        std::string_view comma;
        for (BufId b : bufs) {
            fmt::format_to(writer.out(), FMT_COMPILE("{}{}"), comma, trace.buffer_label[index(b)]);
            comma = ",";
        }
        writer.text("]");
        if (!trace.work.empty()) {
            write_work(writer, trace.work[v]);
        }
        writer.text("}");
    } else {
        const std::uint32_t b = index(bufs.front());
        fmt::format_to(writer.out(),
                       FMT_COMPILE(R"({{"Id":{},"Op":{},"BufId":{},"Size":{},"Type":"{}"}})"),
                       v,
                       ops[trace.op[v]],
                       trace.buffer_label[b],
                       trace.size[b],
                       name(trace.tier[b]));
    }
}

}  // namespace

void write_trace_json(const ir::Program& trace, const TextSink& sink) {
    TextWriter writer(sink);
    std::vector<std::string> ops;  // as JSON strings
    for (const std::string& op : trace.op_names) {
        ops.push_back(json_text(nlohmann::json(op)));
    }
    writer.text("{");
    if (!trace.work.empty()) {
        write_layers(writer, trace);
    }
    writer.text("\"Nodes\":[");
    std::string_view separator = "\n";
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        writer.text(separator);
        separator = ",\n";
        write_node(writer, trace, v, ops);
        writer.end_item();
    }
    writer.text("\n],\"Edges\":[");
    separator = "\n";
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        for (NodeId to : trace.succ[v]) {
            fmt::format_to(writer.out(), FMT_COMPILE("{}[{},{}]"), separator, v, index(to));
            separator = ",\n";
            writer.end_item();
        }
    }
    writer.text("\n]}\n");
    writer.flush();
}

}  // namespace systole::load
