#include "sim/load/reach_proof.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace systole::load {
namespace {

// One direction of the question: does a path lead from the anchor of a buffer (its ALLOC) to the
// nodes that name it? The mirror image has the FREE as anchor, all edges turned round, and the
// order from back to front.
struct Side {
    const ir::Csr<NodeId>& toward_anchor;  // direct neighbours on the anchor's side
    const ir::Csr<NodeId>& away;           // and on the other one
    const std::vector<NodeId>& anchor;     // per buffer
    std::vector<NodeId> sequence;          // every node after all its toward_anchor neighbours
    bool frees_are_uses;
};

// A forest of paths that lead away from the anchors: every node hangs below the neighbour with the
// longest way behind it, so that the long chains of a trace become long branches. Being below
// another node proves a path in O(1); not being below it proves nothing.
class PathForest {
 public:
    explicit PathForest(const Side& side);
    bool below(NodeId v, NodeId ancestor) const {
        return number_[index(v)] - number_[index(ancestor)] < size_[index(ancestor)];
    }

 private:
    std::vector<std::uint32_t> number_;  // preorder
    std::vector<std::uint32_t> size_;    // nodes below and itself: numbers number_ + 0 .. size - 1
};

PathForest::PathForest(const Side& side) : number_(side.sequence.size()), size_(number_.size(), 1) {
    std::vector<NodeId> parent(number_.size(), NodeId::kNone);
    std::vector<std::uint32_t>& depth = number_;  // until the numbers are given
    for (NodeId v : side.sequence) {
        depth[index(v)] = 0;
        for (NodeId n : side.toward_anchor[index(v)]) {
            if (depth[index(n)] + 1 > depth[index(v)]) {
                depth[index(v)] = depth[index(n)] + 1;
                parent[index(v)] = n;
            }
        }
    }
    for (auto v = side.sequence.rbegin(); v != side.sequence.rend(); ++v) {
        if (parent[index(*v)] != NodeId::kNone) {
            size_[index(parent[index(*v)])] += size_[index(*v)];
        }
    }
    std::uint32_t next_root = 0;
    std::vector<std::uint32_t> next_child(number_.size());
    for (NodeId v : side.sequence) {
        std::uint32_t& next =
            parent[index(v)] == NodeId::kNone ? next_root : next_child[index(parent[index(v)])];
        number_[index(v)] = next;
        next += size_[index(v)];
        next_child[index(v)] = number_[index(v)] + 1;
    }
}

// An entry of Program::bufs that is still to be proved.
struct OpenUse {
    std::uint32_t entry;  // index into bufs.values
    NodeId node;
};

constexpr std::uint32_t kLongRow = 64;

class ReachProof {
 public:
    ReachProof(const ir::Program& trace, Side side) : trace_(trace), side_(std::move(side)) {}

    // Up to about `enough` uses without a path, sorted; none means that all are proved.
    std::vector<BufferUse> unreached(std::size_t enough);

 private:
    BufId buf(const OpenUse& use) const { return trace_.bufs.values[use.entry]; }
    NodeId anchor(BufId b) const { return side_.anchor[index(b)]; }
    void walk(const PathForest* forest);
    void prove_row(NodeId v, const PathForest* forest);
    bool below_buffer(NodeId v, BufId b, const PathForest& forest) const;
    std::vector<BufferUse> sweep_all(std::size_t enough);
    void sweep(std::size_t first, std::size_t last, std::vector<BufferUse>& failed);

    const ir::Program& trace_;
    const Side side_;
    std::vector<std::uint8_t> proved_;  // per entry of bufs.values
    std::vector<OpenUse> open_;
    std::vector<std::uint32_t> entry_of_;  // per buffer: the entry of the node at hand
    std::vector<NodeId> witness_;          // per buffer: the node of its entry proved last
    std::vector<std::uint32_t> place_;     // per node: its index in the sequence
    std::vector<std::uint64_t> reached_;   // per place of a sweep: one bit per anchor
};

std::vector<BufferUse> ReachProof::unreached(std::size_t enough) {
    proved_.assign(trace_.bufs.values.size(), 0);
    walk(nullptr);
    if (!open_.empty()) {
        const PathForest forest(side_);
        walk(&forest);
    }
    std::vector<BufferUse> failed;
    if (!open_.empty()) {
        failed = sweep_all(enough);
    }
    std::sort(failed.begin(), failed.end(), [](const BufferUse& a, const BufferUse& b) {
        return a.node != b.node ? a.node < b.node : a.buf < b.buf;
    });
    return failed;
}

// One pass along the sequence, linear in edges. In real traces nearly every use has a direct
// neighbour that is the anchor, or that names the same buffer and is proved already; with a forest,
// a use below another proved one is proved too, whatever stands between them.
void ReachProof::walk(const PathForest* forest) {
    open_.clear();
    entry_of_.assign(trace_.buffers(), 0);
    witness_ = side_.anchor;
    for (NodeId v : side_.sequence) {
        const Span<BufId> row = trace_.bufs[index(v)];
        if (!row.empty() && anchor(row.front()) == v) {
            proved_[trace_.bufs.offsets[index(v)]] = 1;
        } else if (trace_.kind[index(v)] == ir::NodeKind::kOperation ||
                   (side_.frees_are_uses && trace_.kind[index(v)] == ir::NodeKind::kFree)) {
            prove_row(v, forest);
        }
    }
}

void ReachProof::prove_row(NodeId v, const PathForest* forest) {
    const std::uint32_t begin = trace_.bufs.offsets[index(v)];
    const std::uint32_t end = trace_.bufs.offsets[index(v) + 1];
    std::uint32_t missing = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
        const BufId b = trace_.bufs.values[k];
        std::uint32_t& entry = entry_of_[index(b)];
        const bool listed_twice = entry >= begin && entry < k && trace_.bufs.values[entry] == b;
        if (listed_twice) {
            continue;
        }
        entry = k;
        if (anchor(b) == NodeId::kNone) {
            proved_[k] = 1;  // reported as a fact of its own
        } else if (forest != nullptr && !proved_[k]) {
            proved_[k] = below_buffer(v, b, *forest) ? 1 : 0;
        }
        missing += proved_[k] ? 0 : 1;
    }
    const Span<NodeId> neighbours = side_.toward_anchor[index(v)];
    for (std::size_t i = 0; i < neighbours.size() && missing > 0; ++i) {
        const std::size_t n = index(neighbours[i]);
        const std::uint32_t neighbours_begin = trace_.bufs.offsets[n];
        const std::uint32_t neighbours_end = trace_.bufs.offsets[n + 1];
        if (neighbours_end - neighbours_begin > kLongRow &&
            neighbours_end - neighbours_begin > end - begin) {
            // Reading a long row for each of its many neighbours would be quadratic; the witnesses
            // say nearly as much.
            for (std::uint32_t k = begin; k < end; ++k) {
                if (!proved_[k] && entry_of_[index(trace_.bufs.values[k])] == k &&
                    witness_[index(trace_.bufs.values[k])] == neighbours[i]) {
                    proved_[k] = 1;
                    --missing;
                }
            }
            continue;
        }
        for (std::uint32_t k = neighbours_begin; k < neighbours_end && missing > 0; ++k) {
            const BufId b = trace_.bufs.values[k];
            const std::uint32_t entry = entry_of_[index(b)];
            const bool ours = entry >= begin && entry < end && trace_.bufs.values[entry] == b;
            if (proved_[k] && ours && !proved_[entry]) {
                proved_[entry] = 1;
                --missing;
            }
        }
    }
    for (std::uint32_t k = begin; k < end; ++k) {
        const BufId b = trace_.bufs.values[k];
        if (proved_[k]) {
            witness_[index(b)] = v;
        } else if (entry_of_[index(b)] == k) {
            open_.push_back({k, v});
        }
    }
}

// Whether v hangs below the use of b proved last, below b's anchor, or below a node next to that.
bool ReachProof::below_buffer(NodeId v, BufId b, const PathForest& forest) const {
    constexpr std::size_t kTries = 4;  // an anchor with more neighbours is left to the sweeps
    const Span<NodeId> next = side_.away[index(anchor(b))];
    bool below = forest.below(v, witness_[index(b)]) || forest.below(v, anchor(b));
    for (std::size_t i = 0; i < std::min(next.size(), kTries) && !below; ++i) {
        below = forest.below(v, next[i]);
    }
    return below;
}

// What the walks leave: 64 anchors at a time are propagated along the stretch of the sequence
// between the first of them and the last node that asks.
std::vector<BufferUse> ReachProof::sweep_all(std::size_t enough) {
    std::vector<BufferUse> failed;
    place_.resize(trace_.nodes());
    for (std::size_t i = 0; i < side_.sequence.size(); ++i) {
        place_[index(side_.sequence[i])] = static_cast<std::uint32_t>(i);
    }
    const auto start = [&](const OpenUse& use) { return place_[index(anchor(buf(use)))]; };
    std::sort(open_.begin(), open_.end(), [&](const OpenUse& a, const OpenUse& b) {
        return start(a) != start(b) ? start(a) < start(b) : a.entry < b.entry;
    });
    for (std::size_t first = 0; first < open_.size() && failed.size() < enough;) {
        std::size_t last = first;
        unsigned anchors = 0;
        for (; last < open_.size(); ++last) {
            anchors += last == first || buf(open_[last]) != buf(open_[last - 1]) ? 1 : 0;
            if (anchors > 64) {
                break;
            }
        }
        sweep(first, last, failed);
        first = last;
    }
    return failed;
}

void ReachProof::sweep(std::size_t first, std::size_t last, std::vector<BufferUse>& failed) {
    const std::uint32_t low = place_[index(anchor(buf(open_[first])))];
    std::uint32_t high = low;
    for (std::size_t i = first; i < last; ++i) {
        high = std::max(high, place_[index(open_[i].node)]);
    }
    reached_.assign(high - low + 1, 0);
    unsigned bit = 0;
    for (std::size_t i = first; i < last; ++i) {
        if (i > first && buf(open_[i]) != buf(open_[i - 1])) {
            ++bit;
        }
        const std::uint32_t place = place_[index(anchor(buf(open_[i])))];
        if (place <= high) {
            reached_[place - low] |= std::uint64_t{1} << bit;
        }
    }
    for (std::uint32_t place = low; place <= high; ++place) {
        std::uint64_t bits = reached_[place - low];
        for (NodeId n : side_.toward_anchor[index(side_.sequence[place])]) {
            const std::uint32_t from = place_[index(n)];
            bits |= from >= low ? reached_[from - low] : 0;
        }
        reached_[place - low] = bits;
    }
    bit = 0;
    for (std::size_t i = first; i < last; ++i) {
        if (i > first && buf(open_[i]) != buf(open_[i - 1])) {
            ++bit;
        }
        const std::uint32_t place = place_[index(open_[i].node)];
        if (place < low || (reached_[place - low] >> bit & 1u) == 0) {
            failed.push_back({open_[i].node, buf(open_[i])});
        }
    }
}

}  // namespace

std::vector<BufferUse> uses_before_alloc(const ir::Program& trace,
                                         Span<NodeId> order,
                                         std::size_t enough) {
    return ReachProof(trace,
                      {trace.pred, trace.succ, trace.alloc, {order.begin(), order.end()}, true})
        .unreached(enough);
}

std::vector<BufferUse> uses_after_free(const ir::Program& trace,
                                       Span<NodeId> order,
                                       std::size_t enough) {
    std::vector<NodeId> reversed(order.begin(), order.end());
    std::reverse(reversed.begin(), reversed.end());
    return ReachProof(trace, {trace.succ, trace.pred, trace.free, std::move(reversed), false})
        .unreached(enough);
}

}  // namespace systole::load
