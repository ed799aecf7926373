#include "sim/plan/search/sharing.h"

#include <algorithm>
#include <numeric>

namespace systole::search {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// Union-find with path halving.
class Sets {
 public:
    explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
    std::uint32_t find(std::uint32_t x) {
        while (parent_[x] != x) {
            parent_[x] = parent_[parent_[x]];
            x = parent_[x];
        }
        return x;
    }
    // The smaller number stays the representative.
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

 private:
    std::vector<std::uint32_t> parent_;
};

template <class T>
void sort_unique(std::vector<T>& values, std::size_t from) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(from);
    std::sort(first, values.end());
    values.erase(std::unique(first, values.end()), values.end());
}

}  // namespace

Sharing::Sharing(const OpGraph& graph) : graph_(graph) {
    find_components();
    find_sharing();
}

void Sharing::find_components() {
    Sets sets(graph_.size());
    for (const Op a : graph_.inner()) {
        for (const Op p : graph_.inner_pred(a)) {
            sets.join(a, p);
        }
    }
    component_.assign(graph_.size(), kNone);
    std::uint32_t count = 0;
    for (const Op a : graph_.inner()) {
        const Op root = sets.find(a);
        component_[a] = root == a ? count++ : component_[root];
    }
    members_ = ir::group_by_row<Op>(count, [&](auto add) {
        for (const Op a : graph_.inner()) {
            add(component_[a], a);
        }
    });
}

// Every buffer that an anchor or its feeders touch; feeders' chains end at anchors.
ir::Csr<BufId> Sharing::touched_buffers() const {
    ir::Csr<BufId> touched;
    std::vector<Op> seen(graph_.size(), kNone);
    std::vector<Op> stack;
    for (Op a = 0; a < graph_.size(); ++a) {
        const std::size_t from = touched.values.size();
        if (!graph_.is_feeder(a)) {
            stack.push_back(a);
        }
        while (!stack.empty()) {
            const Op v = stack.back();
            stack.pop_back();
            const auto bufs = graph_.own(v);
            touched.values.insert(touched.values.end(), bufs.begin(), bufs.end());
            for (const Op u : graph_.feeders(v)) {
                if (seen[u] != a) {
                    seen[u] = a;
                    stack.push_back(u);
                }
            }
        }
        sort_unique(touched.values, from);
        touched.close_row();
    }
    return touched;
}

void Sharing::find_sharing() {
    const std::size_t buffers = graph_.program().buffers();
    const ir::Csr<BufId> touched = touched_buffers();
    // A buffer that only one component touches is passed on along its dependences: order cannot
    // change that it is reused. Within a single component everything counts.
    std::vector<std::uint32_t> users(buffers, 0);
    std::vector<std::uint32_t> first(buffers, kNone);
    std::vector<bool> across(buffers, false);
    for (const Op a : graph_.inner()) {
        for (const BufId b : touched[a]) {
            ++users[index(b)];
            if (first[index(b)] == kNone) {
                first[index(b)] = component_[a];
            } else if (first[index(b)] != component_[a]) {
                across[index(b)] = true;
            }
        }
    }
    const bool single = components() <= 1;
    for (Op a = 0; a < graph_.size(); ++a) {
        for (const BufId b : touched[a]) {
            if (across[index(b)] || (single && users[index(b)] > 1)) {
                shared_.values.push_back(b);
            }
        }
        shared_.close_row();
    }
    sharers_ = ir::group_by_row<Op>(buffers, [&](auto add) {
        for (const Op a : graph_.inner()) {
            for (const BufId b : shared_[a]) {
                add(index(b), a);
            }
        }
    });
    find_footprints(across);
}

void Sharing::find_footprints(const std::vector<bool>& across) {
    for (std::uint32_t c = 0; c < components(); ++c) {
        const std::size_t from = footprint_.values.size();
        for (const Op a : members_[c]) {
            for (const BufId b : shared_[a]) {
                if (across[index(b)]) {
                    footprint_.values.push_back(b);
                }
            }
        }
        sort_unique(footprint_.values, from);
        footprint_.close_row();
    }
    footprint_sharers_ = ir::group_by_row<std::uint32_t>(across.size(), [&](auto add) {
        for (std::uint32_t c = 0; c < components(); ++c) {
            for (const BufId b : footprint_[c]) {
                add(index(b), c);
            }
        }
    });
}

}  // namespace systole::search
