#include "sim/report/html/run_nodes.h"

#include "sim/model/exec_graph_builder.h"
#include "tests/sim/report/html/shared_addresses.h"
#include "tests/sim/report/tiny_run.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace systole;

namespace {

// Reads a column back; see column.h.
std::vector<std::int64_t> decode(const nlohmann::json& column) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<std::int64_t> values;
    std::uint64_t bits = 0;
    unsigned have = 0;
    std::uint64_t zigzag = 0;
    unsigned shift = 0;
    std::int64_t value = 0;
    for (const char c : column.get<std::string>()) {
        if (c == '=') {
            break;
        }
        bits = bits << 6 | digits.find(c);
        have += 6;
        if (have < 8) {
            continue;
        }
        have -= 8;
        const std::uint64_t byte = bits >> have & 0xFF;
        zigzag |= (byte & 0x7F) << shift;
        shift += 7;
        if (byte < 0x80) {
            value += (zigzag & 1) == 0 ? static_cast<std::int64_t>(zigzag / 2)
                                       : -static_cast<std::int64_t>(zigzag / 2) - 1;
            values.push_back(value);
            zigzag = 0;
            shift = 0;
        }
    }
    return values;
}

using Values = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("the page gets every node that runs on a pipe and every residency") {
    test::TinyRun run;
    run.graph = model::build_exec_graph(run.program, run.plan, run.config);
    const RunResult report = run.report();
    CHECK(report::html::timed_nodes(run.graph) == 4);
    const auto json = nlohmann::json::parse(report::html::nodes_json(report));

    CHECK(json["ops"] ==
          nlohmann::json({"ALLOC", "FREE", "COPY_IN", "a,b", "SPILL_OUT", "SPILL_IN"}));
    // MTE2 runs COPY_IN 1 and SPILL_IN 7, MTE3 SPILL_OUT 6, VECTOR node 3.
    CHECK(json["pipe_offsets"] == nlohmann::json({0, 0, 2, 3, 3, 4, 4}));
    const auto& node = json["node"];
    CHECK(node["count"] == 4);
    CHECK(decode(node["id"]) == Values{1, 7, 6, 3});
    CHECK(decode(node["op"]) == Values{2, 5, 4, 3});
    CHECK(decode(node["start"]) == Values{0, 20, 20, 178});
    CHECK(decode(node["cycles"]) == Values{20, 158, 0, 5});
    CHECK(decode(node["dependency"]) == Values{0, 0, 20, 178});
    CHECK(decode(node["address"]) == Values{0, 0, 0, 0});
    CHECK(decode(node["contention"]) == Values{0, 0, 0, 0});
    // SPILL_OUT 6 waited for node 1, node 3 for SPILL_IN 7.
    CHECK(decode(node["work_back"]) == Values{0, 0, 5, -4});
    CHECK(decode(node["closer"]) == Values{0, 0, 0, 0});

    CHECK(json["tier_offsets"] == nlohmann::json({0, 2, 3, 3, 3, 3}));
    const auto& residency = json["residency"];
    CHECK(residency["count"] == 3);
    CHECK(decode(residency["buffer"]) == Values{10, 10, 30});
    CHECK(decode(residency["lo"]) == Values{0, 8, 0});
    CHECK(decode(residency["size"]) == Values{4, 4, 2});
    CHECK(decode(residency["open"]) == Values{0, 20, 0});
    CHECK(decode(residency["held"]) == Values{20, 163, 183});
    CHECK(decode(residency["open_node"]) == Values{0, 7, 2});
    CHECK(decode(residency["close_node"]) == Values{6, 4, 5});
    CHECK(decode(residency["backed"]) == Values{1, 1, 0});
    // Node 1 works in A's first residency, SPILL_IN opens the second, SPILL_OUT closes the first,
    // node 3 works in A and B.
    CHECK(decode(node["use_count"]) == Values{1, 1, 1, 2});
    CHECK(decode(node["uses"]) == Values{0, 1, 0, 1, 2});
}

TEST_CASE("a node that waited for addresses names the residency that held them") {
    const test::SharedAddresses run;
    const auto json = nlohmann::json::parse(report::html::nodes_json(run.report()));
    const auto& node = json["node"];
    // MTE2 runs COPY_IN 1 and 5, VECTOR EXP 2 and 6.
    CHECK(decode(node["id"]) == Values{1, 5, 2, 6});
    CHECK(decode(node["start"]) == Values{0, 15, 10, 25});
    CHECK(decode(node["address"]) == Values{0, 5, 0, 0});
    CHECK(decode(node["closer"]) == Values{0, 1, 0, 0});  // 1 + the first residency, a's
    CHECK(decode(node["dependency"]) == Values{0, 0, 10, 10});
    CHECK(decode(node["work_back"]) == Values{0, 0, 1, 1});
    CHECK(decode(node["cycles"]) == Values{10, 10, 5, 5});
    CHECK(decode(node["contention"]) == Values{0, 0, 0, 3});
}
