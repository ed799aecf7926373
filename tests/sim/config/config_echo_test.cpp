#include "sim/config/config_echo.h"

#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace systole::config {
namespace {

std::string line(const std::vector<EchoRow>& rows, const std::string& key) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const EchoRow& r) { return r.key == key; });
    return row == rows.end() ? "absent" : row->value + "|" + row->unit + "|" + row->source;
}

}  // namespace

TEST_CASE("the echo tells value, unit and source of every key, in table order") {
    const std::vector<EchoRow> rows = config_echo(
        read(kCapacities + "routes: {fixp: [L0C+UB, L0C+DDR]}\n", {"ddr.latency_cycles=0"}));
    REQUIRE(rows.size() == 109);
    CHECK(rows.front().key == "name");
    CHECK(rows.back().key == "energy.power_gating");
    CHECK(line(rows, "name") == "core||default");
    CHECK(line(rows, "clock_mhz") == "1000|MHz|default");
    CHECK(line(rows, "tiers.ub.capacity") == "1024|units|core.yaml:3");
    CHECK(line(rows, "ddr.latency_cycles") == "0|cycles|-D");
    CHECK(line(rows, "cube.dataflow") == "block||default");
    CHECK(line(rows, "paths.activations") == "L1, L0A||default");
    CHECK(line(rows, "contention.enabled") == "auto||default");
    CHECK(line(rows, "routes.fixp") == "UB+L0C, DDR+L0C||core.yaml:7");
    CHECK(line(rows, "routes.cube") == "none||default");
}

}  // namespace systole::config
