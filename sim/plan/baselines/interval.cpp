#include "sim/plan/baselines/interval.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace systole::baselines {
namespace {

constexpr std::size_t kPart = 20;      // operations searched together at most (MAGIS's limit)
constexpr std::size_t kSubsets = 256;  // executed subsets kept per size

class Reach {
 public:
    explicit Reach(std::size_t n) : words_((n + 63) / 64), bits_(n * words_, 0) {}

    void set(std::size_t row, std::size_t bit) {
        bits_[row * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    void merge(std::size_t into, std::size_t from) {
        for (std::size_t w = 0; w < words_; ++w) {
            bits_[into * words_ + w] |= bits_[from * words_ + w];
        }
    }
    std::uint32_t count(std::size_t row) const {
        std::uint32_t sum = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            sum += static_cast<std::uint32_t>(__builtin_popcountll(bits_[row * words_ + w]));
        }
        return sum;
    }

 private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

// The interval's inner edges by position in it.
struct Induced {
    std::vector<std::vector<std::uint32_t>> succ;
    std::vector<std::vector<std::uint32_t>> pred;
};

Induced induced(const OpGraph& graph, const std::vector<Op>& interval) {
    std::map<Op, std::uint32_t> at;
    for (std::uint32_t i = 0; i < interval.size(); ++i) {
        at.emplace(interval[i], i);
    }
    Induced g;
    g.succ.resize(interval.size());
    g.pred.resize(interval.size());
    for (std::uint32_t i = 0; i < interval.size(); ++i) {
        for (const Op s : graph.succ(interval[i])) {
            if (const auto found = at.find(s); found != at.end()) {
                g.succ[i].push_back(found->second);
                g.pred[found->second].push_back(i);
            }
        }
    }
    return g;
}

// Positions of the interval by connected component, each rising.
std::vector<std::vector<std::uint32_t>> components(const Induced& g) {
    const std::size_t n = g.succ.size();
    std::vector<bool> seen(n, false);
    std::vector<std::vector<std::uint32_t>> all;
    for (std::uint32_t start = 0; start < n; ++start) {
        if (seen[start]) {
            continue;
        }
        std::vector<std::uint32_t> component = {start};
        seen[start] = true;
        for (std::size_t i = 0; i < component.size(); ++i) {
            for (const auto* row : {&g.succ[component[i]], &g.pred[component[i]]}) {
                for (const std::uint32_t next : *row) {
                    if (!seen[next]) {
                        seen[next] = true;
                        component.push_back(next);
                    }
                }
            }
        }
        std::sort(component.begin(), component.end());
        all.push_back(std::move(component));
    }
    return all;
}

// Cuts a component behind each operation beside which at most one other of it runs, and at kPart.
std::vector<std::vector<std::uint32_t>> parts_of(const Induced& g,
                                                 const std::vector<std::uint32_t>& component) {
    const std::size_t n = g.succ.size();
    Reach before(n);
    Reach behind(n);
    for (const std::uint32_t v : component) {
        for (const std::uint32_t p : g.pred[v]) {
            before.set(v, p);
            before.merge(v, p);
        }
    }
    for (auto v = component.rbegin(); v != component.rend(); ++v) {
        for (const std::uint32_t s : g.succ[*v]) {
            behind.set(*v, s);
            behind.merge(*v, s);
        }
    }
    std::vector<std::vector<std::uint32_t>> parts(1);
    for (const std::uint32_t v : component) {
        parts.back().push_back(v);
        const std::uint64_t beside = component.size() - 1 - before.count(v) - behind.count(v);
        if (beside <= 1 || parts.back().size() == kPart) {
            parts.emplace_back();
        }
    }
    if (parts.back().empty()) {
        parts.pop_back();
    }
    return parts;
}

// Per operation of a part, the operations of the part that it waits for: bits of their places.
std::vector<std::uint32_t> waits_within(const Induced& g, const std::vector<std::uint32_t>& part) {
    std::vector<std::uint32_t> waits_for(part.size(), 0);
    for (std::uint32_t i = 0; i < part.size(); ++i) {
        for (const std::uint32_t p : g.pred[part[i]]) {
            const auto found = std::lower_bound(part.begin(), part.end(), p);
            if (found != part.end() && *found == p) {
                waits_for[i] |= 1u << (found - part.begin());
            }
        }
    }
    return waits_for;
}

// The order of a part with the least peak, from where the machine stands; it is left there.
std::vector<Op> best_order(dag::OpMachine& machine,
                           const Induced& g,
                           const std::vector<Op>& interval,
                           const std::vector<std::uint32_t>& part) {
    struct Subset {
        std::uint64_t peak;
        std::vector<Op> order;
    };
    const std::vector<std::uint32_t> waits_for = waits_within(g, part);
    const std::size_t mark = machine.mark();
    const std::uint64_t peak_before = machine.peak();
    const std::uint64_t start = machine.pressure();
    const auto better = [](const Subset& a, const Subset& b) {
        return a.peak != b.peak ? a.peak < b.peak : a.order < b.order;
    };
    std::map<std::uint32_t, Subset> level = {{0, {start, {}}}};
    for (std::size_t size = 0; size < part.size(); ++size) {
        std::map<std::uint32_t, Subset> next;
        for (const auto& [mask, subset] : level) {
            for (const Op op : subset.order) {
                machine.run(op);
            }
            for (std::uint32_t i = 0; i < part.size(); ++i) {
                if ((mask >> i & 1u) != 0 || (waits_for[i] & ~mask) != 0) {
                    continue;
                }
                const std::size_t here = machine.mark();
                machine.forget_peak();
                machine.run(interval[part[i]]);
                Subset longer{std::max(subset.peak, machine.peak()), subset.order};
                longer.order.push_back(interval[part[i]]);
                machine.undo(here, peak_before);
                const auto [at, is_new] = next.try_emplace(mask | 1u << i, longer);
                if (!is_new && better(longer, at->second)) {
                    at->second = std::move(longer);
                }
            }
            machine.undo(mark, peak_before);
        }
        if (next.size() > kSubsets) {
            std::vector<std::pair<std::uint32_t, Subset>> kept(next.begin(), next.end());
            std::nth_element(
                kept.begin(),
                kept.begin() + kSubsets,
                kept.end(),
                [&](const auto& a, const auto& b) { return better(a.second, b.second); });
            kept.resize(kSubsets);
            next = std::map<std::uint32_t, Subset>(kept.begin(), kept.end());
        }
        level = std::move(next);
    }
    return level.begin()->second.order;
}

}  // namespace

std::vector<std::uint32_t> narrow_waists(const OpGraph& graph) {
    const std::vector<Op> order = graph.by_id();
    std::vector<std::uint32_t> rank(graph.size(), 0);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
    }
    std::vector<std::uint32_t> related(graph.size(), 0);
    const auto add = [&](auto begin, auto end, auto row_of) {
        Reach reach(order.size());
        for (auto at = begin; at != end; ++at) {
            for (const Op other : row_of(*at)) {
                if (!graph.is_feeder(other)) {
                    reach.set(rank[*at], rank[other]);
                    reach.merge(rank[*at], rank[other]);
                }
            }
            related[*at] += reach.count(rank[*at]);
        }
    };
    add(order.begin(), order.end(), [&](Op op) { return graph.pred(op); });
    add(order.rbegin(), order.rend(), [&](Op op) { return graph.succ(op); });
    std::vector<std::uint32_t> nw(graph.size(), 0);
    for (const Op op : order) {
        nw[op] = static_cast<std::uint32_t>(order.size() - 1) - related[op];
    }
    return nw;
}

std::vector<Op> reorder_interval(const OpGraph& graph,
                                 dag::OpMachine& machine,
                                 const std::vector<Op>& interval) {
    struct Block {
        bool grows;
        std::uint64_t peak;
        Op first;
        std::vector<Op> order;
    };
    const Induced g = induced(graph, interval);
    std::vector<Block> blocks;
    const std::size_t mark = machine.mark();
    const std::uint64_t peak_before = machine.peak();
    const std::uint64_t start = machine.pressure();
    for (const std::vector<std::uint32_t>& component : components(g)) {
        Block block{false, 0, interval[component.front()], {}};
        machine.forget_peak();
        for (const std::vector<std::uint32_t>& part : parts_of(g, component)) {
            for (const Op op : best_order(machine, g, interval, part)) {
                machine.run(op);
                block.order.push_back(op);
            }
        }
        block.peak = machine.peak();
        block.grows = machine.pressure() >= start;
        machine.undo(mark, peak_before);
        blocks.push_back(std::move(block));
    }
    std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
        if (a.grows != b.grows) {
            return b.grows;
        }
        if (a.peak != b.peak) {
            return a.grows ? a.peak > b.peak : a.peak < b.peak;
        }
        return a.first < b.first;
    });
    std::vector<Op> order;
    for (const Block& block : blocks) {
        order.insert(order.end(), block.order.begin(), block.order.end());
    }
    return order;
}

}  // namespace systole::baselines
