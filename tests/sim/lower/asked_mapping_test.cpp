#include "sim/core/error.h"
#include "sim/lower/lower_network.h"
#include "tests/support/random_network.h"

#include <catch2/catch.hpp>

using namespace systole;

namespace {

// A GEMM that asks for a mapping in line 7 of its file.
ir::Network asking(const char* unroll, const char* loops) {
    ir::Layer layer;
    layer.name = "g";
    layer.unroll = unroll;
    layer.loops = loops;
    layer.mapping_line = 7;
    return {"net.yaml", "net", {layer}, {}};
}

Error refusal(const ir::Network& network, const config::ArchConfig& config) {
    try {
        lower::lower_network(network, config);
    } catch (const Error& error) {
        return error;
    }
    FAIL("the mapping was accepted");
    throw;
}

}  // namespace

TEST_CASE("A mapping that the array's wiring cannot run is refused before anything is lowered") {
    config::ArchConfig config = test::random_architecture(1);
    config.cube.dataflow = Dataflow::kWeightStationary;
    const Error unroll = refusal(asking("N,K", ""), config);
    CHECK(unroll.kind() == ErrorKind::kRefused);
    CHECK(unroll.rule() == "mapping.unroll");
    CHECK(unroll.where().file == "net.yaml");
    CHECK(unroll.where().line == 7);
    CHECK(refusal(asking("K,N", "M,N,K"), config).rule() == "mapping.loop-order");
    CHECK(lower::lower_network(asking("K,N", "N,K,M"), config).program.layers.size() == 1);
}
