#include "sim/plan/search/tour.h"

#include "sim/generate/registry.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <vector>

using namespace systole;
using search::Group;

namespace {

// A matrix product of m x n output tiles, k tiles deep; component i * n + j is output tile (i, j).
ir::Program product(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    const generate::Kernel& kernel = generate::find_kernel("matmul");
    generate::Values values(kernel);
    values.set("m", m);
    values.set("n", n);
    values.set("k", k);
    return generate::generate(kernel, values);
}

}  // namespace

TEST_CASE("does a tour over single tiles turn back at the borders?") {
    const ir::Program program = product(3, 3, 2);
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    const search::Sharing sharing(graph);
    REQUIRE(sharing.components() == 9);
    // Each step keeps a row or a column: 8 steps, each with 2 tiles of new data instead of 4.
    const std::vector<Group> tour = search::reuse_tour(sharing, 1);
    REQUIRE(tour.size() == 9);
    for (std::size_t i = 1; i < tour.size(); ++i) {
        const std::uint32_t a = tour[i - 1][0];
        const std::uint32_t b = tour[i][0];
        INFO("step " << i << ": " << a << " to " << b);
        CHECK((a / 3 == b / 3 || a % 3 == b % 3));
    }
}

TEST_CASE("do pairs of tiles share a row or a column, and neighbours a whole pair's worth?") {
    const ir::Program program = product(4, 4, 2);
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    const search::Sharing sharing(graph);
    const std::vector<Group> tour = search::reuse_tour(sharing, 2);
    REQUIRE(tour.size() == 8);
    std::set<std::uint32_t> all;
    for (const Group& pair : tour) {
        REQUIRE(pair.size() == 2);
        all.insert(pair.begin(), pair.end());
        CHECK((pair[0] / 4 == pair[1] / 4 || pair[0] % 4 == pair[1] % 4));
    }
    CHECK(all.size() == 16);
}

TEST_CASE("do two tiles of a group advance in step, on the tile that they share?") {
    // Output tiles (0, 0) and (0, 1), 3 deep: their products alternate; each has 3 MATMUL and then
    // a COPY_OUT.
    const ir::Program program = product(1, 2, 3);
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    const search::Sharing sharing(graph);
    search::GroupOrder group_order(sharing);
    std::vector<std::uint32_t> order;
    group_order.append({0, 1}, search::Interleave::kFine, order);
    REQUIRE(order.size() == 8);
    std::vector<std::uint32_t> components;
    for (std::size_t i = 0; i < 6; ++i) {
        components.push_back(sharing.component(order[i]));
    }
    CHECK(components[0] != components[1]);
    CHECK(components[2] != components[3]);
    CHECK(components[4] != components[5]);
}

TEST_CASE("does every group order hold each anchor once, after what it needs?") {
    const ir::Program program = product(3, 4, 3);
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    const search::Sharing sharing(graph);
    for (const std::uint32_t size : {1u, 2u, 3u, 4u}) {
        for (const auto interleave : {search::Interleave::kFine, search::Interleave::kCoarse}) {
            search::GroupOrder group_order(sharing);
            std::vector<std::uint32_t> order;
            for (const Group& group : search::reuse_tour(sharing, size)) {
                group_order.append(group, interleave, order);
            }
            REQUIRE(order.size() == graph.inner().size());
            std::vector<std::uint32_t> position(graph.size(), 0xFFFFFFFFu);
            for (std::uint32_t i = 0; i < order.size(); ++i) {
                CHECK(position[order[i]] == 0xFFFFFFFFu);
                position[order[i]] = i;
            }
            for (const dag::Op a : graph.inner()) {
                for (const std::uint32_t p : graph.inner_pred(a)) {
                    CHECK(position[p] < position[a]);
                }
            }
        }
    }
}
