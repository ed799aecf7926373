#include "sim/core/topological_order.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <initializer_list>
#include <vector>

using namespace systole;

namespace {

using Successors = std::vector<std::vector<NodeId>>;

Successors graph(std::size_t nodes,
                 std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> edges) {
    Successors successors(nodes);
    for (const auto& [from, to] : edges) {
        successors[from].push_back(NodeId{to});
    }
    return successors;
}

std::vector<std::uint32_t> ids(const TopologicalOrder& order) {
    std::vector<std::uint32_t> result;
    for (const NodeId v : order.nodes) {
        result.push_back(index(v));
    }
    return result;
}

using Ids = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("do ids that follow the edges stay the order?") {
    // First in first out would give 0, 2, 1, 3: 2 is a root as well.
    const TopologicalOrder order = topological_order(4, graph(4, {{0, 1}, {1, 3}, {2, 3}}));
    CHECK(ids(order) == Ids{0, 1, 2, 3});
    CHECK(order.complete(4));
}

TEST_CASE("is another graph ordered from its roots, first in first out?") {
    // Roots 1 and 4; 1 frees 3 and 0, 4 frees 2.
    const TopologicalOrder order = topological_order(5, graph(5, {{1, 3}, {1, 0}, {4, 2}, {0, 2}}));
    CHECK(ids(order) == Ids{1, 4, 3, 0, 2});
    CHECK(order.complete(5));
}

TEST_CASE("is an edge that is given twice counted twice?") {
    CHECK(ids(topological_order(2, graph(2, {{1, 0}, {1, 0}}))) == Ids{1, 0});
}

TEST_CASE("does a cycle leave out the nodes on it and behind it?") {
    const TopologicalOrder order = topological_order(4, graph(4, {{3, 1}, {1, 2}, {2, 1}, {2, 0}}));
    CHECK_FALSE(order.complete(4));
    CHECK(ids(order) == Ids{3});
    CHECK(order.waiting == Ids{1, 1, 1, 0});
    CHECK_FALSE(topological_order(1, graph(1, {{0, 0}})).complete(1));
}

TEST_CASE("is an empty graph in order?") {
    CHECK(topological_order(0, Successors{}).complete(0));
}
