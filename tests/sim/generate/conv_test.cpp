#include "sim/generate/conv.h"

#include "sim/model/trace_stats.h"
#include "tests/sim/generate/against_shared.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace systole;
using test::edges_between;
using test::generated;

namespace {

const std::vector<test::Setting> kCase1Size = {{"levels", 3},
                                               {"encoder-layers", 40},
                                               {"decoder-layers", 40},
                                               {"decoder-tiles", 2},
                                               {"bands", 4},
                                               {"halo", 2},
                                               {"band-units", 68},
                                               {"weight-units", 36}};

void check_near(double made, double expected, double tolerance) {
    INFO(made << " against " << expected);
    CHECK(std::abs(made / expected - 1.0) <= tolerance);
}

std::vector<std::uint32_t> buffers_of(const ir::Program& trace, std::uint32_t node) {
    std::vector<std::uint32_t> result;
    for (const BufId buf : trace.bufs[node]) {
        result.push_back(index(buf));
    }
    return result;
}

// The nodes of one Op, by id.
std::vector<std::uint32_t> nodes_of(const ir::Program& trace, std::string_view op) {
    std::vector<std::uint32_t> result;
    for (std::uint32_t v = 0; v < trace.nodes(); ++v) {
        if (trace.op_name(NodeId{v}) == op) {
            result.push_back(v);
        }
    }
    return result;
}

}  // namespace

// The public numbers stand in spec/execution_model.md; op counts and L0B are of the trace itself.
TEST_CASE("is the default conv near Conv_Case0") {
    const ir::Program trace = generated("conv");
    const model::TraceStats stats = model::trace_stats(trace);
    check_near(static_cast<double>(stats.nodes), 2580, 0.02);
    check_near(static_cast<double>(stats.edges), 3869, 0.02);
    check_near(static_cast<double>(stats.buffers), 831, 0.02);
    CHECK(stats.tier_buffers[Tier::kL0B] == 300);
    CHECK(nodes_of(trace, "MOVE").size() == 300);
    CHECK(nodes_of(trace, "D2S").size() == 8);
    test::check_fits_reference_core(trace);
}

TEST_CASE("does a documented setting have about the size of Conv_Case1") {
    const ir::Program trace = generated("conv", kCase1Size);
    const model::TraceStats stats = model::trace_stats(trace);
    check_near(static_cast<double>(stats.nodes), 36086, 0.02);
    check_near(static_cast<double>(stats.edges), 85653, 0.02);
    check_near(static_cast<double>(stats.buffers), 12013, 0.02);
    check_near(static_cast<double>(stats.tier_buffers[Tier::kL0B]), 5264, 0.02);
    check_near(static_cast<double>(stats.volume[Tier::kL1]), 383112, 0.02);
    check_near(static_cast<double>(stats.volume[Tier::kL0B]), 187056, 0.02);
    CHECK(stats.volume[Tier::kUB] + stats.volume[Tier::kL0A] + stats.volume[Tier::kL0C] == 0);
    test::check_fits_reference_core(trace);
}

// One level, one layer each way, one tile, no residuals: stem, encoder layer and decoder layer of
// one CONV for each of 3 bands. Inputs are buffers 0..5, two for each band.
TEST_CASE("does a CONV read its band and the neighbours that exist") {
    const ir::Program trace = generated("conv",
                                        {{"levels", 0},
                                         {"encoder-layers", 1},
                                         {"decoder-layers", 1},
                                         {"encoder-tiles", 1},
                                         {"decoder-tiles", 1},
                                         {"bands", 3},
                                         {"halo", 1},
                                         {"residual-period", 0}});
    const auto convs = nodes_of(trace, "CONV");
    REQUIRE(convs.size() == 9);
    using Bufs = std::vector<std::uint32_t>;
    // Stem: results 6 7 8, weights 9, then one L0B buffer a CONV.
    CHECK(buffers_of(trace, convs[0]) == Bufs{6, 10, 0, 1, 2, 3});
    CHECK(buffers_of(trace, convs[1]) == Bufs{7, 11, 0, 1, 2, 3, 4, 5});
    CHECK(buffers_of(trace, convs[2]) == Bufs{8, 12, 2, 3, 4, 5});
    // Encoder layer: results 13 14 15, weights 16.
    CHECK(buffers_of(trace, convs[3]) == Bufs{13, 17, 6, 7});
    CHECK(buffers_of(trace, convs[4]) == Bufs{14, 18, 6, 7, 8});
    CHECK(buffers_of(trace, convs[5]) == Bufs{15, 19, 7, 8});
    CHECK(nodes_of(trace, "CONV_ADD").empty());
    CHECK(nodes_of(trace, "COPY_OUT").size() == 3);
}

// The last CONV of a tile turns the 4 times larger partial sum into the result.
TEST_CASE("do input tiles accumulate in a partial sum and residuals come last") {
    const ir::Program trace = generated("conv",
                                        {{"levels", 0},
                                         {"encoder-layers", 1},
                                         {"decoder-layers", 3},
                                         {"encoder-tiles", 3},
                                         {"decoder-tiles", 1},
                                         {"residual-period", 2},
                                         {"band-units", 10}});
    // Encoder layer 0 adds the projection of the input (3 tiles), decoder layer 2 layer 0 (1 tile).
    const auto adds = nodes_of(trace, "CONV_ADD");
    REQUIRE(adds.size() == 4);
    const auto bufs = buffers_of(trace, adds[0]);
    REQUIRE(bufs.size() == 5);
    CHECK(trace.size[bufs[0]] == 10);
    CHECK(trace.size[bufs[1]] == 40);
    CHECK(trace.size[bufs[2]] == 20);
    CHECK(trace.tier[bufs[3]] == Tier::kL0B);
    CHECK(trace.size[bufs[4]] == 10);
    CHECK(edges_between(trace, "CONV", "CONV_ADD") >= 4);
}

// 1 tile, 2 bands, 1 level below: 4 quarters of 2 bands, 2 D2S, each 2 results and 4 quarters.
TEST_CASE("does upsampling bring a level back by D2S") {
    const ir::Program trace = generated("conv",
                                        {{"levels", 1},
                                         {"encoder-layers", 1},
                                         {"decoder-layers", 1},
                                         {"encoder-tiles", 1},
                                         {"decoder-tiles", 1},
                                         {"bands", 2},
                                         {"band-units", 64}});
    const auto d2s = nodes_of(trace, "D2S");
    REQUIRE(d2s.size() == 2);
    const auto bufs = buffers_of(trace, d2s[0]);
    REQUIRE(bufs.size() == 6);
    CHECK(trace.size[bufs[0]] == 128);
    CHECK(trace.size[bufs[1]] == 128);
    CHECK(trace.size[bufs[2]] == 32);
    CHECK(trace.pipe[d2s[0]] == Pipe::kMTE1);
    CHECK(edges_between(trace, "D2S", "CONV_ADD") == 2);
    test::check_fits_reference_core(trace);
}

// Largest CONVs, in tiles of a band: result 2, partial sum 4, residual 2 and r inputs; or, of the
// stem, result 1 and r inputs of 2 x 2.
TEST_CASE("do bands of the documented size fit the reference core whatever the network") {
    for (std::uint64_t levels : {0, 2}) {
        for (std::uint64_t layers : {1, 2, 3}) {
            for (std::uint64_t bands : {1, 2, 5}) {
                for (std::uint64_t halo : {0, 1, 2}) {
                    const std::uint64_t r = std::min(2 * halo + 1, bands);
                    test::check_fits_reference_core(
                        generated("conv",
                                  {{"levels", levels},
                                   {"encoder-layers", layers},
                                   {"decoder-layers", layers},
                                   {"bands", bands},
                                   {"halo", halo},
                                   {"band-units", 4096 / std::max(8 + r, 1 + 4 * r)}}));
                }
            }
        }
    }
}

TEST_CASE("is every small conv well formed and of the computed size") {
    for (std::uint64_t levels : {0, 1, 2}) {
        for (std::uint64_t encoder : {1, 2, 3, 5}) {
            for (std::uint64_t tiles : {1, 2, 3}) {
                for (std::uint64_t bands : {1, 2, 4}) {
                    for (std::uint64_t halo : {0, 1, 2, 9}) {
                        for (std::uint64_t period : {0, 2, 3}) {
                            test::check_well_formed("conv",
                                                    {{"levels", levels},
                                                     {"encoder-layers", encoder},
                                                     {"decoder-layers", 6 - encoder},
                                                     {"encoder-tiles", tiles},
                                                     {"decoder-tiles", 4 - tiles},
                                                     {"bands", bands},
                                                     {"halo", halo},
                                                     {"residual-period", period}});
                        }
                    }
                }
            }
        }
    }
}
