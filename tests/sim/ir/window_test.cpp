#include "sim/ir/window.h"

#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace systole;

TEST_CASE("which positions of a map do windows reach?") {
    // 3 taps, stride 2, one position of padding on either side of 7: windows at -1, 1, 3, 5.
    const ir::WindowAxis axis{7, 3, 2, 1, 1, 1, 4};
    CHECK(axis.span() == 3);
    CHECK(axis.span_of(2) == 5);
    CHECK(axis.reach(0, 1).first == 0);
    CHECK(axis.reach(0, 1).end == 2);
    CHECK(axis.reach(1, 2).first == 1);
    CHECK(axis.reach(1, 2).end == 6);
    CHECK(axis.reach(3, 1).first == 5);
    CHECK(axis.reach(3, 1).end == 7);
    CHECK(axis.reach(0, 4).size() == 7);

    // Taps 4 apart.
    const ir::WindowAxis dilated{20, 3, 1, 4, 0, 0, 12};
    CHECK(dilated.span() == 9);
    CHECK(dilated.reach(11, 1).end == 20);
}

TEST_CASE("windows that see padding alone still have an input") {
    // SCALE-Sim rounds the number of outputs up: the last window starts behind the map.
    const ir::WindowAxis axis{4, 1, 2, 1, 0, 0, 3};
    CHECK(axis.reach(2, 1).first == 3);
    CHECK(axis.reach(2, 1).end == 4);
    const ir::WindowAxis padded{4, 2, 2, 1, 2, 0, 3};
    CHECK(padded.reach(0, 1).first == 0);
    CHECK(padded.reach(0, 1).end == 1);
}

TEST_CASE("rows and columns of a layer are told apart") {
    ir::Layer layer;
    layer.in_h = 9;
    layer.in_w = 7;
    layer.filter_h = 3;
    layer.filter_w = 2;
    layer.stride_h = 2;
    layer.pad_left = 1;
    layer.out_h = 4;
    layer.out_w = 7;
    CHECK(ir::window_rows(layer) == ir::WindowAxis{9, 3, 2, 1, 0, 0, 4});
    CHECK(ir::window_columns(layer) == ir::WindowAxis{7, 2, 1, 1, 1, 0, 7});
}

TEST_CASE("how much of a map does anybody read?") {
    CHECK(ir::WindowAxis{56, 1, 2, 1, 0, 0, 28}.read() == 28);  // 1 tap, stride 2
    CHECK(ir::WindowAxis{57, 3, 2, 1, 0, 0, 28}.read() == 57);  // windows overlap
    CHECK(ir::WindowAxis{58, 3, 2, 1, 0, 0, 28}.read() == 57);  // the last position is left over
    CHECK(ir::WindowAxis{10, 2, 4, 1, 0, 0, 3}.read() == 6);    // 0 1, 4 5, 8 9
    CHECK(ir::WindowAxis{9, 2, 4, 3, 0, 0, 2}.read() == 4);     // 0 3, 4 7
    CHECK(ir::WindowAxis{9, 3, 2, 2, 0, 0, 3}.read() == 5);     // 0 2 4, 2 4 6, 4 6 8
    CHECK(ir::WindowAxis{5, 2, 3, 1, 1, 1, 2}.read() == 3);     // (-1) 0, 2 3
    CHECK(ir::WindowAxis{56, 1, 2, 1, 0, 0, 28}.compact(3, 2).first == 3);
    CHECK(ir::WindowAxis{56, 1, 2, 1, 0, 0, 28}.compact(3, 2).end == 5);
    CHECK(ir::WindowAxis{56, 1, 2, 1, 0, 0, 28}.compact_span(4) == 4);
}

TEST_CASE("are positions counted as by trying all windows?") {
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        test::Random random(seed);
        ir::WindowAxis axis;
        axis.filter = random.between(1, 5);
        axis.dilation = random.between(1, 4);
        axis.stride = random.between(1, 6);
        axis.before = random.below(3);
        axis.after = random.below(3);
        axis.map = axis.span() + random.below(20);
        axis.outputs = (axis.map + axis.before + axis.after - axis.span()) / axis.stride + 1;
        std::vector<bool> seen(axis.map, false);
        for (std::uint64_t o = 0; o < axis.outputs; ++o) {
            for (std::uint64_t t = 0; t < axis.filter; ++t) {
                const std::uint64_t at = o * axis.stride + t * axis.dilation;
                if (at >= axis.before && at - axis.before < axis.map) {
                    seen[at - axis.before] = true;
                }
            }
        }
        const auto count = [&](const ir::Range& r) {
            return static_cast<std::uint64_t>(std::count(seen.begin() + static_cast<long>(r.first),
                                                         seen.begin() + static_cast<long>(r.end),
                                                         true));
        };
        CAPTURE(seed);
        REQUIRE(axis.read() == count({0, axis.map}));
        for (std::uint64_t at = 0; at < axis.outputs; ++at) {
            for (std::uint64_t n = 1; at + n <= axis.outputs; ++n) {
                const ir::Range reach = axis.reach(at, n);
                const ir::Range compact = axis.compact(at, n);
                REQUIRE(axis.read(reach) == count(reach));
                REQUIRE(compact.size() == std::max<std::uint64_t>(1, count(reach)));
                REQUIRE(compact.end <= std::max<std::uint64_t>(1, axis.read()));
                REQUIRE(compact.size() <= axis.compact_span(n));
            }
        }
    }
}
