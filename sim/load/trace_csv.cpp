#include "sim/load/trace_csv.h"

#include "sim/core/error.h"
#include "sim/core/number_text.h"
#include "sim/core/visible_text.h"
#include "sim/load/csv_rows.h"
#include "sim/load/layer_record.h"
#include "sim/load/node_record.h"
#include "sim/load/trace_collector.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace systole::load {
namespace {

constexpr std::size_t kNotUsed = static_cast<std::size_t>(-1);
constexpr std::array<std::string_view, 2> kEdgeColumns = {"StartNodeId", "EndNodeId"};

// Reads the header row: for every column of the file the index of its name in `names`, or kNotUsed.
// The first `needed` of them must be there.
template <std::size_t N>
std::vector<std::size_t> read_header(CsvRows& rows,
                                     const std::string& file,
                                     const std::array<std::string_view, N>& names,
                                     std::size_t needed = N) {
    if (!rows.next()) {
        throw_bad_input("trace.empty",
                        {file, 0, {}},
                        fmt::format("the file is empty; the header {} was expected",
                                    fmt::join(names.begin(), names.begin() + needed, ",")));
    }
    std::vector<std::size_t> columns;
    std::vector<std::string> unknown;
    std::array<bool, N> seen{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::size_t which = kNotUsed;
        for (std::size_t n = 0; n < N; ++n) {
            which = names[n] == rows.cell(i) ? n : which;
        }
        columns.push_back(which);
        if (which == kNotUsed) {
            unknown.push_back(rows.cell(i));
        } else if (std::exchange(seen[which], true)) {
            throw_bad_input("trace.duplicate-field",
                            rows.here(),
                            fmt::format("the column {} stands twice", names[which]));
        }
    }
    for (std::size_t n = 0; n < needed; ++n) {
        if (!seen[n]) {
            throw_bad_input("trace.missing-field",
                            rows.here(),
                            fmt::format("the header has no column {}, expected {}{}",
                                        names[n],
                                        fmt::join(names.begin(), names.begin() + needed, ","),
                                        misspelt_hint(names[n], unknown)));
        }
    }
    return columns;
}

void check_width(const CsvRows& rows, std::size_t columns) {
    if (rows.size() != columns) {
        throw_bad_input("trace.columns",
                        rows.here(),
                        fmt::format("this row has {} cells, its header {}; a list in one cell "
                                    "must be quoted",
                                    rows.size(),
                                    columns));
    }
}

std::uint64_t wide_number(std::string_view text,
                          std::string_view column,
                          const CsvRows& rows,
                          std::optional<std::uint64_t> node,
                          std::uint64_t most) {
    const std::optional<std::uint64_t> value = parse_whole_number(text);
    if (!value || *value > most) {
        SourceRef where = rows.here();
        where.node = node;
        throw_bad_input("trace.number",
                        std::move(where),
                        fmt::format("{} is '{}', expected an integer from 0 to {}{}",
                                    column,
                                    excerpt(text),
                                    most,
                                    number_hint(text)));
    }
    return *value;
}

std::uint32_t number(std::string_view text,
                     std::string_view column,
                     const CsvRows& rows,
                     std::optional<std::uint64_t> node) {
    return static_cast<std::uint32_t>(wide_number(text, column, rows, node, ir::kMaxNodeValue));
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

void read_bufs(std::string_view list, const CsvRows& rows, NodeRecord& node) {
    for (bool more = !list.empty(); more;) {
        const std::size_t comma = list.find(',');
        const std::string_view item = trimmed(list.substr(0, comma));
        node.bufs.push_back(number(item, name(Field::kBufs), rows, node.node()));
        more = comma != std::string_view::npos;
        list.remove_prefix(more ? comma + 1 : list.size());
    }
}

void read_cell(std::string_view text, Field field, const CsvRows& rows, NodeRecord& node) {
    if (field == Field::kBufs) {
        read_bufs(trimmed(text), rows, node);
        node.mark(field);  // an empty cell is an empty list
    } else if (!text.empty()) {
        if (field == Field::kAddress) {
            node.address = wide_number(text, name(field), rows, node.node(), largest(field));
        } else if (is_number(field)) {
            node.number(field) = number(text, name(field), rows, node.node());
        } else {
            node.text(field) = text;
        }
        node.mark(field);
    }
}

void read_nodes(TextSource source, TraceCollector& collector) {
    const std::string file = source.name();
    CsvRows rows(std::move(source));
    const std::vector<std::size_t> columns = read_header(rows, file, kFieldNames, kPlainFieldCount);
    NodeRecord node;
    while (rows.next()) {
        check_width(rows, columns.size());
        node.reset(line_number(rows.line()));
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] != kNotUsed) {
                read_cell(rows.cell(i), static_cast<Field>(columns[i]), rows, node);
            }
        }
        collector.add_node(node);
    }
    collector.end_nodes();
}

void read_edges(TextSource source, TraceCollector& collector) {
    const std::string file = source.name();
    CsvRows rows(std::move(source));
    const std::vector<std::size_t> columns = read_header(rows, file, kEdgeColumns);
    collector.set_edge_file(file);
    while (rows.next()) {
        check_width(rows, columns.size());
        std::array<std::uint32_t, 2> ends{};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] != kNotUsed) {
                ends[columns[i]] = number(rows.cell(i), kEdgeColumns[columns[i]], rows, {});
            }
        }
        collector.add_edge(ends[0], ends[1], rows.line());
    }
}

constexpr std::size_t kLayerColumnCount = kLayerFieldCount + 1;
constexpr std::string_view kElementColumn = "Element";

constexpr std::array<std::string_view, kLayerColumnCount> layer_columns() {
    std::array<std::string_view, kLayerColumnCount> columns{};
    for (std::size_t i = 0; i < kLayerFieldCount; ++i) {
        columns[i] = kLayerFieldNames[i];
    }
    columns[kLayerFieldCount] = kElementColumn;
    return columns;
}

void read_layers(TextSource source, TraceCollector& collector) {
    const std::string file = source.name();
    CsvRows rows(std::move(source));
    const std::vector<std::size_t> columns = read_header(rows, file, layer_columns());
    while (rows.next()) {
        check_width(rows, columns.size());
        LayerRecord layer;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string& text = rows.cell(i);
            const auto field = static_cast<LayerField>(columns[i]);
            if (columns[i] == kNotUsed) {
                continue;
            }
            if (columns[i] == kLayerFieldCount) {
                collector.set_element(element_from(text, rows.here()));
            } else if (is_text(field)) {
                layer.set(field, text);
            } else {
                layer.set(field,
                          wide_number(text, name(field), rows, {}, largest(Field::kAddress)));
            }
        }
        collector.add_layer(layer_from(layer, rows.here()));
    }
}

void write_work(TextWriter& writer, const ir::Work& work) {
    if (work.kind == ir::WorkKind::kNone) {
        writer.text(",,,,,,,,");
        return;
    }
    fmt::format_to(writer.out(),
                   FMT_COMPILE(",{},{},"),
                   kWorkNames[static_cast<std::size_t>(work.kind) - 1],
                   work.layer);
    if (work.kind != ir::WorkKind::kMove) {
        fmt::format_to(writer.out(), FMT_COMPILE(",{},{},{},,"), work.m, work.n, work.k);
        return;
    }
    fmt::format_to(writer.out(), FMT_COMPILE("{},{},{},,"), name(work.operand), work.m, work.n);
    if (work.stride > 0) {  // over DDR
        fmt::format_to(writer.out(), FMT_COMPILE("{},{}"), work.address, work.stride);
    } else {
        writer.text(",");
    }
}

// An Op as a cell: quoted only where CSV needs it.
std::string quoted(const std::string& op) {
    const bool plain = op.find_first_of(",\"") == std::string::npos && trimmed(op) == op;
    if (plain) {
        return op;
    }
    std::string cell = "\"";
    for (char c : op) {
        cell += c;
        if (c == '"') {
            cell += '"';
        }
    }
    return cell + '"';
}

}  // namespace

ir::Program read_trace_csv(TextSource nodes,
                           TextSource edges,
                           const std::function<TextSource()>& layers) {
    TraceCollector collector(nodes.name());
    read_nodes(std::move(nodes), collector);
    if (collector.has_work() && layers) {
        read_layers(layers(), collector);
    }
    read_edges(std::move(edges), collector);
    return collector.finish();
}

void write_nodes_csv(const ir::Program& trace, const TextSink& sink) {
    TextWriter writer(sink);
    std::vector<std::string> ops;
    for (const std::string& op : trace.op_names) {
        ops.push_back(quoted(op));
    }
    const bool shapes = !trace.work.empty();
    fmt::format_to(writer.out(),
                   "{}\n",
                   fmt::join(kFieldNames.begin(),
                             kFieldNames.begin() + (shapes ? kFieldCount : kPlainFieldCount),
                             ","));
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        const Span<BufId> bufs = trace.bufs[v];
        const std::string& op = ops[trace.op[v]];
        if (trace.kind[v] == ir::NodeKind::kOperation) {
            fmt::format_to(writer.out(),
                           FMT_COMPILE("{},{},,,,{},{},"),
                           v,
                           op,
                           name(trace.pipe[v]),
                           trace.cycles[v]);
            std::string_view separator = "\"";
            for (BufId b : bufs) {
                fmt::format_to(
                    writer.out(), FMT_COMPILE("{}{}"), separator, trace.buffer_label[index(b)]);
                separator = ",";
            }
            writer.text(bufs.empty() ? "" : "\"");
        } else {
            const std::uint32_t b = index(bufs.front());
            fmt::format_to(writer.out(),
                           FMT_COMPILE("{},{},{},{},{},,,"),
                           v,
                           op,
                           trace.buffer_label[b],
                           trace.size[b],
                           name(trace.tier[b]));
        }
        if (shapes) {
            write_work(writer, trace.work[v]);
        }
        writer.text("\n");
        writer.end_item();
    }
    writer.flush();
}

void write_edges_csv(const ir::Program& trace, const TextSink& sink) {
    TextWriter writer(sink);
    fmt::format_to(writer.out(), "{}\n", fmt::join(kEdgeColumns, ","));
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        for (NodeId to : trace.succ[v]) {
            fmt::format_to(writer.out(), FMT_COMPILE("{},{}\n"), v, index(to));
            writer.end_item();
        }
    }
    writer.flush();
}

void write_layers_csv(const ir::Program& trace, const TextSink& sink) {
    TextWriter writer(sink);
    fmt::format_to(writer.out(), "{}\n", fmt::join(layer_columns(), ","));
    for (const ir::LayerWork& layer : trace.layers) {
        fmt::format_to(writer.out(), "{},{}", quoted(layer.name), ir::name(layer.kind));
        for (std::size_t i = 0; i < kLayerFieldCount; ++i) {
            const auto field = static_cast<LayerField>(i);
            if (!is_text(field)) {
                fmt::format_to(writer.out(), ",{}", layer_number(layer, field));
            }
        }
        fmt::format_to(writer.out(), ",{}\n", name(trace.element));
        writer.end_item();
    }
    writer.flush();
}

}  // namespace systole::load
