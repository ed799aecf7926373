#include "sim/model/mapping_rule.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace systole;
using model::check_mapping;

namespace {

// "rule: message", or "" when the mapping is legal.
std::string verdict(Dataflow dataflow, const std::string& unroll, const std::string& loops) {
    try {
        check_mapping(dataflow, unroll, loops, {"layers.yaml", 7, {}});
    } catch (const Error& e) {
        CHECK(e.where().line == 7);
        CHECK((e.kind() == ErrorKind::kRefused) == (e.rule() != "mapping.dimension"));
        return e.rule() + ": " + e.message();
    }
    return "";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("of six pairs on rows and columns, the wiring runs one") {
    struct Case {
        Dataflow dataflow;
        std::string legal;
    };
    for (const Case& c : {Case{Dataflow::kWeightStationary, "K,N"},
                          Case{Dataflow::kInputStationary, "K,M"},
                          Case{Dataflow::kOutputStationary, "M,N"}}) {
        for (const char rows : std::string("MNK")) {
            for (const char cols : std::string("MNK")) {
                if (rows == cols) {
                    continue;
                }
                const std::string unroll = {rows, ',', cols};
                CAPTURE(name(c.dataflow), unroll);
                const std::string said = verdict(c.dataflow, unroll, "");
                CHECK(said.empty() == (unroll == c.legal));
                if (unroll != c.legal) {
                    CHECK(contains(said, "mapping.unroll: "));
                    CHECK(contains(said, std::string(1, rows) + " on the array's rows"));
                    CHECK(contains(said, std::string(1, cols) + " on its columns"));
                    CHECK(contains(said, "use " + c.legal));
                }
            }
        }
    }
}

TEST_CASE("of six loop orders, those with the streamed dimension innermost") {
    struct Case {
        Dataflow dataflow;
        char innermost;
    };
    for (const Case& c : {Case{Dataflow::kWeightStationary, 'M'},
                          Case{Dataflow::kInputStationary, 'N'},
                          Case{Dataflow::kOutputStationary, 'K'}}) {
        std::string order = "KMN";
        do {
            const std::string loops = {order[0], ',', order[1], ',', order[2]};
            CAPTURE(name(c.dataflow), loops);
            const std::string said = verdict(c.dataflow, "", loops);
            CHECK(said.empty() == (order[2] == c.innermost));
            if (order[2] != c.innermost) {
                const std::string pair =
                    std::string(1, c.innermost) + " outside " + std::string(1, order[2]);
                CHECK(contains(said, "mapping.loop-order: "));
                CHECK(contains(said, pair));
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST_CASE("the cube takes every loop order, row stationary its own dimensions") {
    CHECK(verdict(Dataflow::kBlock, "M,N,K", "K,N,M").empty());
    CHECK(contains(verdict(Dataflow::kBlock, "K,N,M", ""), "K on the array's rows"));
    CHECK(verdict(Dataflow::kRowStationary, "R,E", "N,M,C,E,R,S,F").empty());
    CHECK(contains(verdict(Dataflow::kRowStationary, "E,R", ""), "mapping.unroll: "));
    CHECK(contains(verdict(Dataflow::kRowStationary, "", "N,M,C,E,F,S,R"), "S outside R"));
}

TEST_CASE("the native mappings are legal") {
    for (std::size_t i = 0; i < kDataflowCount; ++i) {
        const auto dataflow = static_cast<Dataflow>(i);
        CHECK_NOTHROW(
            check_mapping(dataflow, model::native_unroll(dataflow), model::native_loops(dataflow)));
    }
}

TEST_CASE("names that are no dimensions, are missing or come twice") {
    const Dataflow ws = Dataflow::kWeightStationary;
    CHECK(contains(verdict(ws, "K,X", ""), "'X' in the unrolling 'K,X'"));
    CHECK(contains(verdict(ws, "Cin,N", ""), "'Cin'"));
    CHECK(contains(verdict(ws, "K,", ""), "mapping.dimension"));
    CHECK(contains(verdict(ws, "K,K", ""), "K comes twice"));
    CHECK(contains(verdict(ws, "K", ""), "has 1 dimensions, expected 2"));
    CHECK(contains(verdict(ws, "", "N,M"), "has 2 dimensions, expected 3"));
    CHECK(verdict(ws, "k, n", "n, k, m").empty());
}
