#include "sim/plan/baselines/hierarchy.h"

#include <algorithm>

namespace systole::baselines {
namespace {

// The inner neighbours of an operation.
template <class Visit>
void each_inner(const OpGraph& graph, Span<Op> row, Visit visit) {
    for (const Op op : row) {
        if (!graph.is_feeder(op)) {
            visit(op);
        }
    }
}

// What running operations one after the other opens and closes, as seen by themselves: a buffer
// closes when all who hold it are among them.
class LocalProfile {
 public:
    explicit LocalProfile(const OpGraph& graph)
        : graph_(graph),
          opened_(graph.program().buffers(), 0),
          held_(graph.program().buffers(), 0) {}

    void clear() {
        for (const BufId b : touched_) {
            opened_[index(b)] = 0;
            held_[index(b)] = 0;
        }
        touched_.clear();
        now_ = {};
        peak_ = {};
    }

    void run(Op op) {
        for (const Op p : graph_.pred(op)) {
            if (graph_.is_feeder(p)) {
                run_one(p);
            }
        }
        run_one(op);
    }

    const PerTier<std::uint64_t>& now() const { return now_; }
    const PerTier<std::uint64_t>& peak() const { return peak_; }

 private:
    void run_one(Op op) {
        const ir::Program& program = graph_.program();
        for (const BufId b : graph_.needs(op)) {
            if (opened_[index(b)] == 0) {
                opened_[index(b)] = 1;
                touched_.push_back(b);
                const Tier t = program.tier[index(b)];
                now_[t] += program.size[index(b)];
                peak_[t] = std::max(peak_[t], now_[t]);
            }
        }
        for (const BufId b : graph_.holds(op)) {
            if (++held_[index(b)] == graph_.holders(b) && opened_[index(b)] == 1) {
                opened_[index(b)] = 2;
                now_[program.tier[index(b)]] -= program.size[index(b)];
            }
        }
    }

    const OpGraph& graph_;
    std::vector<std::uint8_t> opened_;
    std::vector<std::uint32_t> held_;
    std::vector<BufId> touched_;
    PerTier<std::uint64_t> now_{};
    PerTier<std::uint64_t> peak_{};
};

bool none_larger(const PerTier<std::uint64_t>& a, const PerTier<std::uint64_t>& b) {
    for (const Tier t : kTiers) {
        if (a[t] > b[t]) {
            return false;
        }
    }
    return true;
}

// vertex_of: per operation. Edges between different vertices, each once.
void connect(const OpGraph& graph,
             const std::vector<std::uint32_t>& vertex_of,
             std::size_t vertices,
             ir::Csr<std::uint32_t>& succ,
             ir::Csr<std::uint32_t>& pred) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const Op op : graph.inner()) {
        each_inner(graph, graph.succ(op), [&](Op s) {
            if (vertex_of[op] != vertex_of[s]) {
                edges.emplace_back(vertex_of[op], vertex_of[s]);
            }
        });
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    succ = ir::group_by_row<std::uint32_t>(vertices, [&](auto add) {
        for (const auto& [a, b] : edges) {
            add(a, b);
        }
    });
    pred = ir::group_by_row<std::uint32_t>(vertices, [&](auto add) {
        for (const auto& [a, b] : edges) {
            add(b, a);
        }
    });
}

}  // namespace

std::vector<std::vector<Op>> make_sequences(const OpGraph& graph) {
    std::vector<std::uint32_t> inner_succ(graph.size(), 0);
    std::vector<std::uint32_t> inner_pred(graph.size(), 0);
    for (const Op op : graph.inner()) {
        each_inner(graph, graph.succ(op), [&](Op s) {
            ++inner_succ[op];
            ++inner_pred[s];
        });
    }
    std::vector<bool> taken(graph.size(), false);
    std::vector<std::vector<Op>> sequences;
    LocalProfile profile(graph);
    for (const Op first : graph.by_id()) {
        if (taken[first]) {
            continue;
        }
        std::vector<Op> sequence = {first};
        taken[first] = true;
        profile.clear();
        profile.run(first);
        while (inner_succ[sequence.back()] == 1) {
            Op next = sequence.back();
            each_inner(graph, graph.succ(sequence.back()), [&](Op s) { next = s; });
            if (inner_pred[next] != 1) {
                break;
            }
            const PerTier<std::uint64_t> peak = profile.peak();
            const PerTier<std::uint64_t> now = profile.now();
            profile.run(next);
            if (!none_larger(profile.peak(), peak) || !none_larger(profile.now(), now)) {
                break;
            }
            sequence.push_back(next);
            taken[next] = true;
        }
        sequences.push_back(std::move(sequence));
    }
    return sequences;
}

std::vector<std::uint32_t> post_dominator_roots(const OpGraph& graph,
                                                const std::vector<std::vector<Op>>& sequences) {
    std::vector<std::uint32_t> sequence_of(graph.size(), 0);
    for (std::uint32_t s = 0; s < sequences.size(); ++s) {
        for (const Op op : sequences[s]) {
            sequence_of[op] = s;
        }
    }
    // A sequence belongs to the tree that all its successors belong to; where they differ, or there
    // are none, it is a root. Sequences come in topological order of their first operations, and
    // an operation inside has no edge from elsewhere.
    std::vector<std::uint32_t> root(sequences.size());
    for (std::size_t i = sequences.size(); i-- > 0;) {
        const auto s = static_cast<std::uint32_t>(i);
        root[s] = s;
        bool first = true;
        bool same = true;
        each_inner(graph, graph.succ(sequences[s].back()), [&](Op next) {
            const std::uint32_t r = root[sequence_of[next]];
            if (first) {
                root[s] = r;
            }
            same = same && root[s] == r;
            first = false;
        });
        if (!same) {
            root[s] = s;
        }
    }
    return root;
}

Hierarchy build_hierarchy(const OpGraph& graph,
                          const std::vector<std::vector<Op>>& sequences,
                          const std::vector<std::uint32_t>& root,
                          const std::vector<bool>& dissolved,
                          const std::vector<Op>& sequence_order) {
    constexpr std::uint32_t kNew = 0xFFFFFFFFu;
    Hierarchy h;
    std::vector<std::uint32_t> vertex_of_key(sequences.size(), kNew);
    std::vector<std::uint32_t> members;
    std::vector<std::uint32_t> vertex_of(graph.size(), 0);
    for (std::uint32_t s = 0; s < sequences.size(); ++s) {
        const std::uint32_t key = dissolved[root[s]] ? s : root[s];
        if (vertex_of_key[key] == kNew) {
            vertex_of_key[key] = static_cast<std::uint32_t>(h.ops.size());
            h.ops.emplace_back();
            members.push_back(0);
        }
        ++members[vertex_of_key[key]];
        for (const Op op : sequences[s]) {
            vertex_of[op] = vertex_of_key[key];
        }
    }
    for (const Op op : sequence_order) {
        h.ops[vertex_of[op]].push_back(op);
    }
    for (const std::uint32_t count : members) {
        h.is_group.push_back(count > 1);
    }
    connect(graph, vertex_of, h.size(), h.succ, h.pred);
    return h;
}

}  // namespace systole::baselines
