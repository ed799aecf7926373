#include "sim/ir/csr.h"

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

using namespace systole;

TEST_CASE("do rows keep the order of their pairs?") {
    const std::vector<std::pair<int, int>> pairs = {{2, 5}, {0, 7}, {2, 1}, {0, 7}, {3, 9}};
    const auto csr = ir::group_by_row<int>(5, [&](auto add) {
        for (const auto& [row, value] : pairs) {
            add(static_cast<std::size_t>(row), value);
        }
    });
    const auto row = [&](std::size_t r) { return std::vector<int>(csr[r].begin(), csr[r].end()); };
    CHECK(csr.rows() == 5);
    CHECK(row(0) == std::vector<int>{7, 7});
    CHECK(row(1).empty());
    CHECK(row(2) == std::vector<int>{5, 1});
    CHECK(row(3) == std::vector<int>{9});
    CHECK(row(4).empty());
}

TEST_CASE("are rows closed one after the other?") {
    ir::Csr<int> csr;
    csr.values = {1, 2};
    csr.close_row();
    csr.close_row();
    csr.values.push_back(3);
    csr.close_row();
    CHECK(csr.rows() == 3);
    CHECK(csr[0].size() == 2);
    CHECK(csr[1].empty());
    CHECK(csr[2][0] == 3);
}
