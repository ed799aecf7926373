#include "sim/load/trace_collector.h"

#include "sim/core/name_text.h"
#include "sim/core/nearest.h"
#include "sim/core/visible_text.h"
#include "sim/ir/program_builder.h"
#include "sim/load/text_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace systole::load {
namespace {

constexpr std::uint32_t kNoBuffer = 0xFFFFFFFFu;
constexpr std::size_t kMaxOps = 0xFFFF;
constexpr std::size_t kLongList = 32;  // up to here reading the list again beats a hash table

// Reorders values[old] to values[new_place[old]].
template <class T>
void permute(std::vector<T>& values, const std::vector<std::uint32_t>& new_place) {
    std::vector<T> moved(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        moved[new_place[i]] = values[i];
    }
    values = std::move(moved);
}

}  // namespace

TraceCollector::TraceCollector(std::string file) : edge_file_(file) {
    trace_.file = std::move(file);
    trace_.add_op("ALLOC");
    trace_.add_op("FREE");
    op_index_ = {{"ALLOC", ir::kOpAlloc}, {"FREE", ir::kOpFree}};
}

void TraceCollector::fail(std::string_view rule,
                          std::uint64_t line,
                          std::uint64_t node,
                          const std::string& message) const {
    throw_bad_input(fmt::format("trace.{}", rule), {trace_.file, line, node}, message);
}

void TraceCollector::require(const NodeRecord& node, Field field) const {
    if (node.has(field) && !(is_text(field) && node.text(field).empty())) {
        return;
    }
    const std::string who = field == Field::kId   ? "a node"
                            : field == Field::kOp ? "this node"
                                                  : fmt::format("this {}", excerpt(node.op));
    std::string hint = misspelt_hint(name(field), node.unknown);
    if (hint.empty() && index(field) >= index(Field::kPipe) && node.has(Field::kBufId)) {
        hint = fmt::format("; a node with a BufId has Op ALLOC or FREE, not {}", excerpt(node.op));
    }
    throw_bad_input("trace.missing-field",
                    {trace_.file, node.line, node.node()},
                    fmt::format("{} has no {}{}", who, name(field), hint));
}

void TraceCollector::add_node(const NodeRecord& node) {
    SYSTOLE_INVARIANT(!nodes_ended_, "a node after the end of the nodes");
    require(node, Field::kId);
    require(node, Field::kOp);
    const std::size_t position = trace_.kind.size();
    if (position >= ir::kMaxNodeValue) {
        fail("too-large", node.line, node.id, "a trace holds at most 2147483647 nodes");
    }
    if (ids_.empty() && node.id < position) {
        fail("duplicate-id",
             node.line,
             node.id,
             fmt::format(
                 "Id {} stands twice; the first is in line {}", node.id, trace_.line[node.id]));
    }
    if (!ids_.empty() || node.id != position) {
        while (ids_.size() < position) {
            ids_.push_back(static_cast<std::uint32_t>(ids_.size()));
        }
        ids_.push_back(node.id);
    }

    const std::uint16_t op = op_index(node);
    if (op == ir::kOpAlloc || op == ir::kOpFree) {
        add_buffer_event(node, static_cast<std::uint32_t>(position));
        trace_.kind.push_back(op == ir::kOpAlloc ? ir::NodeKind::kAlloc : ir::NodeKind::kFree);
    } else {
        add_operation(node);
        trace_.kind.push_back(ir::NodeKind::kOperation);
    }
    if (node.has(Field::kWork)) {
        add_work(node, position);
    }
    trace_.op.push_back(op);
    trace_.line.push_back(node.line);
    trace_.bufs.close_row();
    if (trace_.bufs.values.size() > 0xFFFFFFFFu) {
        fail("too-large", node.line, node.id, "a trace holds at most 2^32 entries in Bufs");
    }
}

void TraceCollector::add_buffer_event(const NodeRecord& node, std::uint32_t position) {
    require(node, Field::kBufId);
    require(node, Field::kSize);
    require(node, Field::kType);
    const auto tier = tier_from(node.type);
    if (!tier) {
        const std::vector<std::string_view> known(kTierNames.begin(), kTierNames.end());
        fail("unknown-tier",
             node.line,
             node.id,
             fmt::format("Type '{}' is not a tier ({}){}",
                         excerpt(node.type),
                         fmt::join(known, ", "),
                         did_you_mean(excerpt(node.type), known)));
    }
    if (node.size == 0) {
        fail("zero-size", node.line, node.id, "Size is 0; a buffer holds at least 1 unit");
    }
    if (node.has(Field::kCycles) && node.cycles != 0) {
        fail("event-cycles",
             node.line,
             node.id,
             fmt::format("{} takes no time, but Cycles is {}; leave it out or give 0",
                         node.op,
                         node.cycles));
    }
    (node.op == "ALLOC" ? allocs_ : frees_).push_back({node.buf_id, node.size, position, *tier});
    trace_.pipe.push_back(Pipe::kNone);
    trace_.cycles.push_back(0);
    trace_.bufs.values.push_back(BufId{node.buf_id});
}

void TraceCollector::add_operation(const NodeRecord& node) {
    require(node, Field::kPipe);
    require(node, Field::kCycles);
    require(node, Field::kBufs);
    const auto pipe = pipe_from(node.pipe);
    if (!pipe) {
        const std::vector<std::string_view> known(kPipeNames.begin(), kPipeNames.end());
        fail("unknown-pipe",
             node.line,
             node.id,
             fmt::format("Pipe '{}' is not a pipe ({}){}",
                         excerpt(node.pipe),
                         fmt::join(known, ", "),
                         did_you_mean(excerpt(node.pipe), known)));
    }
    trace_.pipe.push_back(*pipe);
    trace_.cycles.push_back(node.cycles);
    // What an operation touches is a set: a buffer listed twice is there once.
    const std::size_t first = trace_.bufs.values.size();
    const bool long_list = node.bufs.size() > kLongList;
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t label : node.bufs) {
        const auto begin = trace_.bufs.values.begin() + static_cast<std::ptrdiff_t>(first);
        const bool listed = long_list ? !seen.insert(label).second
                                      : std::find(begin, trace_.bufs.values.end(), BufId{label}) !=
                                            trace_.bufs.values.end();
        if (!listed) {
            trace_.bufs.values.push_back(BufId{label});
        }
    }
}

std::uint16_t TraceCollector::op_index(const NodeRecord& node) {
    const auto known = op_index_.find(node.op);
    if (known != op_index_.end()) {
        return known->second;
    }
    if (trace_.op_names.size() > kMaxOps) {
        fail("too-large", node.line, node.id, "a trace holds at most 65536 different Op names");
    }
    if (const std::string fault = name_fault(node.op); !fault.empty()) {
        fail("op-name", node.line, node.id, fmt::format("Op {}", fault));
    }
    const std::uint16_t next = trace_.add_op(node.op);
    op_index_.emplace(node.op, next);
    return next;
}

void TraceCollector::end_nodes() {
    if (trace_.kind.empty()) {
        throw_bad_input("trace.empty", {trace_.file, 0, {}}, "the trace has no nodes");
    }
    if (!trace_.work.empty()) {
        trace_.work.resize(trace_.kind.size());
    }
    if (!ids_.empty()) {
        put_in_order();
    }
    number_buffers();
    match_frees();
    resolve_bufs();
    allocs_ = {};
    frees_ = {};
    ids_ = {};
    buffer_by_label_ = {};
    nodes_ended_ = true;
}

// Ids came out of order: finds gaps and doubles, then moves every array into id order.
void TraceCollector::put_in_order() {
    const std::size_t nodes = ids_.size();
    std::vector<std::uint32_t> arrival(nodes, kNoBuffer);
    for (std::size_t i = 0; i < nodes; ++i) {
        const std::uint32_t id = ids_[i];
        if (id >= nodes) {
            continue;  // then another id is missing
        }
        if (arrival[id] != kNoBuffer) {
            fail("duplicate-id",
                 trace_.line[i],
                 id,
                 fmt::format(
                     "Id {} stands twice; the first is in line {}", id, trace_.line[arrival[id]]));
        }
        arrival[id] = static_cast<std::uint32_t>(i);
    }
    const auto gap = std::find(arrival.begin(), arrival.end(), kNoBuffer);
    if (gap != arrival.end()) {
        const auto largest = std::max_element(ids_.begin(), ids_.end());
        fail("missing-id",
             trace_.line[static_cast<std::size_t>(largest - ids_.begin())],
             *largest,
             fmt::format("{} nodes must have the Ids 0..{}; Id {} is missing",
                         nodes,
                         nodes - 1,
                         gap - arrival.begin()));
    }
    permute(trace_.kind, ids_);
    permute(trace_.pipe, ids_);
    permute(trace_.op, ids_);
    permute(trace_.cycles, ids_);
    permute(trace_.line, ids_);
    if (!trace_.work.empty()) {
        permute(trace_.work, ids_);
    }
    ir::Csr<BufId> bufs;
    bufs.offsets.reserve(nodes + 1);
    bufs.values.reserve(trace_.bufs.values.size());
    for (std::uint32_t from : arrival) {
        const Span<BufId> row = trace_.bufs[from];
        bufs.values.insert(bufs.values.end(), row.begin(), row.end());
        bufs.close_row();
    }
    trace_.bufs = std::move(bufs);
    for (std::vector<Event>* events : {&allocs_, &frees_}) {
        for (Event& event : *events) {
            event.node = ids_[event.node];
        }
    }
}

void TraceCollector::number_buffers() {
    const auto by_label = [](const Event& a, const Event& b) {
        return a.label != b.label ? a.label < b.label : a.node < b.node;
    };
    if (!std::is_sorted(allocs_.begin(), allocs_.end(), by_label)) {
        std::sort(allocs_.begin(), allocs_.end(), by_label);
    }
    const std::size_t buffers = allocs_.size();
    trace_.size.reserve(buffers);
    trace_.tier.reserve(buffers);
    trace_.alloc.reserve(buffers);
    trace_.buffer_label.reserve(buffers);
    trace_.free.assign(buffers, NodeId::kNone);
    trace_.backed.assign(buffers, false);
    for (const Event& event : allocs_) {
        if (!trace_.buffer_label.empty() && trace_.buffer_label.back() == event.label) {
            const std::uint32_t first = index(trace_.alloc.back());
            fail("duplicate-alloc",
                 trace_.line[event.node],
                 event.node,
                 fmt::format("buffer {} has a second ALLOC; the first is node {} in line {}",
                             event.label,
                             first,
                             trace_.line[first]));
        }
        trace_.size.push_back(event.size);
        trace_.tier.push_back(event.tier);
        trace_.alloc.push_back(NodeId{event.node});
        trace_.buffer_label.push_back(event.label);
    }
    // A table where labels are dense, as they are in practice; binary search elsewhere.
    if (buffers > 0 && trace_.buffer_label.back() < 4 * buffers + 1024) {
        buffer_by_label_.assign(trace_.buffer_label.back() + 1, kNoBuffer);
        for (std::size_t b = 0; b < buffers; ++b) {
            buffer_by_label_[trace_.buffer_label[b]] = static_cast<std::uint32_t>(b);
        }
    }
}

std::uint32_t TraceCollector::buffer_of(std::uint32_t label) const {
    if (!buffer_by_label_.empty()) {
        return label < buffer_by_label_.size() ? buffer_by_label_[label] : kNoBuffer;
    }
    const auto& labels = trace_.buffer_label;
    const auto at = std::lower_bound(labels.begin(), labels.end(), label);
    return at != labels.end() && *at == label ? static_cast<std::uint32_t>(at - labels.begin())
                                              : kNoBuffer;
}

void TraceCollector::match_frees() {
    for (const Event& event : frees_) {
        const std::uint32_t line = trace_.line[event.node];
        const std::uint32_t b = buffer_of(event.label);
        if (b == kNoBuffer) {
            fail("unknown-buffer",
                 line,
                 event.node,
                 fmt::format("FREE of buffer {}, which no ALLOC opens", event.label));
        }
        if (trace_.free[b] != NodeId::kNone) {
            // Out of order in the file, the later id may be the earlier line: name the later id.
            const std::uint32_t other = index(trace_.free[b]);
            const std::uint32_t first = std::min(other, event.node);
            const std::uint32_t second = std::max(other, event.node);
            fail("duplicate-free",
                 trace_.line[second],
                 second,
                 fmt::format("buffer {} has a second FREE; the first is node {} in line {}",
                             event.label,
                             first,
                             trace_.line[first]));
        }
        if (event.size != trace_.size[b]) {
            fail("free-size",
                 line,
                 event.node,
                 fmt::format("FREE gives size {}, its ALLOC {}", event.size, trace_.size[b]));
        }
        if (event.tier != trace_.tier[b]) {
            fail("free-tier",
                 line,
                 event.node,
                 fmt::format(
                     "FREE gives tier {}, its ALLOC {}", name(event.tier), name(trace_.tier[b])));
        }
        trace_.free[b] = NodeId{event.node};
    }
}

// Labels become buffer numbers; a COPY_IN backs what it lists.
void TraceCollector::resolve_bufs() {
    for (std::size_t v = 0; v < trace_.nodes(); ++v) {
        const bool backs = trace_.op_access[trace_.op[v]] == ir::DdrAccess::kRead;
        for (std::uint32_t k = trace_.bufs.offsets[v]; k < trace_.bufs.offsets[v + 1]; ++k) {
            const std::uint32_t label = index(trace_.bufs.values[k]);
            const std::uint32_t b = buffer_of(label);
            if (b == kNoBuffer) {
                fail("unknown-buffer",
                     trace_.line[v],
                     v,
                     fmt::format("Bufs names buffer {}, which no ALLOC opens", label));
            }
            trace_.bufs.values[k] = BufId{b};
            if (backs) {
                trace_.backed[b] = true;
            }
        }
    }
}

void TraceCollector::add_edge(std::uint32_t from, std::uint32_t to, std::size_t line) {
    const ir::Edge edge{NodeId{from}, NodeId{to}};
    if (nodes_ended_) {
        check_edge(edge, line);
    } else {
        early_lines_.push_back(line_number(line));
    }
    edges_.push_back(edge);
    if (edges_.size() > 0xFFFFFFFFu) {
        throw_bad_input(
            "trace.too-large", {edge_file_, line, {}}, "a trace holds at most 2^32 edges");
    }
}

void TraceCollector::check_edge(const ir::Edge& edge, std::size_t line) const {
    for (NodeId end : {edge.from, edge.to}) {
        if (index(end) >= trace_.nodes()) {
            throw_bad_input("trace.unknown-node",
                            {edge_file_, line, index(end)},
                            fmt::format("the edge from {} to {} names a node that does not exist; "
                                        "the trace has the nodes 0..{}",
                                        index(edge.from),
                                        index(edge.to),
                                        trace_.nodes() - 1));
        }
    }
}

ir::Program TraceCollector::finish() {
    SYSTOLE_INVARIANT(nodes_ended_, "a trace is finished before its nodes are");
    for (std::size_t i = 0; i < early_lines_.size(); ++i) {
        check_edge(edges_[i], early_lines_[i]);
    }
    early_lines_ = {};
    check_layers();
    ir::build_edge_tables(trace_, edges_);
    return std::move(trace_);
}

}  // namespace systole::load
