#pragma once

#include "sim/core/error.h"
#include "sim/ir/program.h"
#include "sim/load/node_record.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace systole::load {

// Makes an ir::Program of nodes and edges as a file lists them. Ids may come in any order, but must
// be 0..N-1, each once; edges may come before the nodes. Refuses whatever an ir::Program cannot say
// (see trace_check.h for the facts that it can say but a well-formed trace must not).
//
// Errors: Error{kBadInput} with the rules trace.missing-field, trace.unknown-tier,
// trace.unknown-pipe, trace.op-name, trace.event-cycles, trace.duplicate-id, trace.missing-id,
// trace.empty, trace.duplicate-alloc, trace.duplicate-free, trace.unknown-buffer, trace.free-size,
// trace.free-tier, trace.zero-size, trace.unknown-node, trace.too-large, trace.work (an unknown
// kind of work or operand), trace.layer (work in a layer that the trace does not have).
class TraceCollector {
 public:
    // The name of the file goes into Program::file and into messages.
    explicit TraceCollector(std::string file);

    void add_node(const NodeRecord& node);
    // The shapes' side of the trace, before finish().
    void add_layer(ir::LayerWork layer) { trace_.layers.push_back(std::move(layer)); }
    void set_element(ElementType element) { trace_.element = element; }
    bool has_work() const { return !trace_.work.empty(); }

    // No more nodes: checks ids and buffers, and numbers the buffers. Call once, before finish().
    void end_nodes();

    // Edges added from now on stand in this file; the nodes' file until then.
    void set_edge_file(std::string file) { edge_file_ = std::move(file); }
    void add_edge(std::uint32_t from, std::uint32_t to, std::size_t line);

    // The trace; the collector is used up.
    ir::Program finish();

 private:
    // An ALLOC or FREE, until buffers have their numbers.
    struct Event {
        std::uint32_t label;
        std::uint32_t size;
        std::uint32_t node;
        Tier tier;
    };

    [[noreturn]] void fail(std::string_view rule,
                           std::uint64_t line,
                           std::uint64_t node,
                           const std::string& message) const;
    void require(const NodeRecord& node, Field field) const;
    void add_buffer_event(const NodeRecord& node, std::uint32_t position);
    void add_operation(const NodeRecord& node);
    void add_work(const NodeRecord& node, std::size_t position);
    void check_layers() const;
    std::uint16_t op_index(const NodeRecord& node);

    void put_in_order();
    void number_buffers();
    void match_frees();
    void resolve_bufs();
    std::uint32_t buffer_of(std::uint32_t label) const;
    void check_edge(const ir::Edge& edge, std::size_t line) const;

    ir::Program trace_;  // arrays in order of arrival; bufs hold labels until end_nodes()
    std::vector<std::uint32_t> ids_;  // by arrival; empty while every id is its place of arrival
    std::vector<Event> allocs_;
    std::vector<Event> frees_;
    std::unordered_map<std::string, std::uint16_t> op_index_;
    std::vector<std::uint32_t> buffer_by_label_;  // empty when labels are too far apart for a table

    std::string edge_file_;
    std::vector<ir::Edge> edges_;
    std::vector<std::uint32_t> early_lines_;  // of the edges that came before end_nodes()
    bool nodes_ended_ = false;
};

}  // namespace systole::load
