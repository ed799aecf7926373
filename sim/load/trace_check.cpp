#include "sim/load/trace_check.h"

#include "sim/core/topological_order.h"
#include "sim/load/reach_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace systole::load {
namespace {

constexpr std::array<TraceFact, 15> kFacts = {{
    {"trace.duplicate-id", "every node has an Id of its own"},
    {"trace.missing-id", "the Ids are 0..N-1 without a gap"},
    {"trace.unknown-node", "every edge joins two nodes of the trace"},
    {"trace.duplicate-alloc", "no buffer has a second ALLOC"},
    {"trace.unknown-buffer", "every buffer that is named has an ALLOC"},
    {"trace.duplicate-free", "no buffer has a second FREE"},
    {"trace.free-size", "every FREE repeats its ALLOC's size"},
    {"trace.free-tier", "every FREE repeats its ALLOC's tier"},
    {"trace.free-missing", "every buffer has a FREE"},
    {"trace.cycle", "the graph has no cycle"},
    {"trace.root", "every root is an ALLOC"},
    {"trace.leaf", "every leaf is a FREE"},
    {"trace.alloc-ancestor", "an operation's buffers are ALLOCed by an ancestor"},
    {"trace.free-after-alloc", "every FREE is a descendant of its ALLOC"},
    {"trace.free-descendant", "an operation's buffers are FREEd by a descendant"},
}};

class Checker {
 public:
    Checker(const ir::Program& trace, std::size_t limit) : trace_(trace), limit_(limit) {}

    std::vector<Error> run() {
        check_frees();
        order_ = topological_order(trace_.nodes(), trace_.succ);
        if (!order_.complete(trace_.nodes())) {
            report_cycle();
        }
        check_ends();
        if (order_.complete(trace_.nodes()) && !full()) {
            check_lifetimes();
        }
        return std::move(errors_);
    }

 private:
    bool full() const { return errors_.size() >= limit_; }
    void report(const char* rule, NodeId v, const std::string& message) {
        if (!full()) {
            errors_.emplace_back(ErrorKind::kBadInput,
                                 rule,
                                 SourceRef{trace_.file, trace_.line_of(v), index(v)},
                                 message);
        }
    }
    std::string name_node(NodeId v) const {
        const std::uint32_t line = trace_.line_of(v);
        return line > 0 ? fmt::format("node {} in line {}", index(v), line)
                        : fmt::format("node {}", index(v));
    }

    void check_frees();
    void report_cycle();
    void check_ends();
    void check_lifetimes();
    void report_use(const char* rule, const BufferUse& use, NodeId anchor, const char* relation);

    const ir::Program& trace_;
    const std::size_t limit_;
    TopologicalOrder order_;
    std::vector<Error> errors_;
};

void Checker::check_frees() {
    for (std::size_t b = 0; b < trace_.buffers() && !full(); ++b) {
        if (trace_.free[b] == NodeId::kNone) {
            report("trace.free-missing",
                   trace_.alloc[b],
                   fmt::format("buffer {} is never freed; add its FREE", trace_.buffer_label[b]));
        }
    }
}

// Every node that the sort left over has a predecessor that was left over too: walking back must
// come round.
void Checker::report_cycle() {
    const auto left_over = [&](NodeId v) { return order_.waiting[index(v)] > 0; };
    std::uint32_t first = 0;
    while (!left_over(NodeId{first})) {
        ++first;
    }
    std::vector<NodeId> path;
    std::vector<std::uint32_t> place(trace_.nodes(), 0);  // 1-based in path
    NodeId v{first};
    while (place[index(v)] == 0) {
        path.push_back(v);
        place[index(v)] = static_cast<std::uint32_t>(path.size());
        const Span<NodeId> preds = trace_.pred[index(v)];
        v = *std::find_if(preds.begin(), preds.end(), left_over);
    }
    std::vector<NodeId> cycle(path.begin() + place[index(v)] - 1, path.end());
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());

    constexpr std::size_t kShown = 16;
    std::string text;
    for (std::size_t i = 0; i < std::min(cycle.size(), kShown); ++i) {
        text += fmt::format("{} -> ", index(cycle[i]));
    }
    if (cycle.size() > kShown) {
        text += fmt::format("... ({} nodes) -> ", cycle.size());
    }
    report("trace.cycle",
           cycle.front(),
           fmt::format("the edges go round in a cycle: {}{}", text, index(cycle.front())));
}

void Checker::check_ends() {
    for (std::uint32_t i = 0; i < trace_.nodes() && !full(); ++i) {
        const NodeId v{i};
        if (trace_.pred[i].empty() && trace_.kind[i] != ir::NodeKind::kAlloc) {
            report("trace.root",
                   v,
                   fmt::format("this {} has no predecessor; only an ALLOC may be a root",
                               trace_.op_name(v)));
        }
        if (trace_.succ[i].empty() && trace_.kind[i] != ir::NodeKind::kFree) {
            report("trace.leaf",
                   v,
                   fmt::format("this {} has no successor; only a FREE may be a leaf",
                               trace_.op_name(v)));
        }
    }
}

void Checker::check_lifetimes() {
    const auto room = [&] { return limit_ - errors_.size(); };
    for (const BufferUse& use : uses_before_alloc(trace_, order_.nodes, room())) {
        const bool operation = trace_.kind[index(use.node)] == ir::NodeKind::kOperation;
        report_use(operation ? "trace.alloc-ancestor" : "trace.free-after-alloc",
                   use,
                   trace_.alloc[index(use.buf)],
                   "an ancestor");
    }
    if (!full()) {
        for (const BufferUse& use : uses_after_free(trace_, order_.nodes, room())) {
            report_use("trace.free-descendant", use, trace_.free[index(use.buf)], "a descendant");
        }
    }
}

void Checker::report_use(const char* rule,
                         const BufferUse& use,
                         NodeId anchor,
                         const char* relation) {
    if (full()) {
        return;
    }
    report(rule,
           use.node,
           fmt::format("the {} of buffer {} ({}) is not {} of this {}; an edge is missing",
                       trace_.op_name(anchor),
                       trace_.buffer_label[index(use.buf)],
                       name_node(anchor),
                       relation,
                       trace_.op_name(use.node)));
}

}  // namespace

Span<TraceFact> trace_facts() {
    return {kFacts.data(), kFacts.size()};
}

std::vector<Error> check_trace(const ir::Program& trace, std::size_t limit) {
    return Checker(trace, limit).run();
}

}  // namespace systole::load
