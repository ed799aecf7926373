#include "sim/ir/window.h"

#include <catch2/catch.hpp>

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
