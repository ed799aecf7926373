#include "sim/store/expression.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using store::Expression;
using store::Value;

namespace {

const std::vector<std::string> kNames = {"cube.rows", "cube.cols", "cube.dataflow"};
const std::vector<std::string> kChoices = {"ws", "os"};
const std::vector<Value> kValues = {std::int64_t{64}, std::int64_t{48}, std::string("ws")};

Value value_of(const std::string& text) {
    return Expression(text, kNames, kChoices, "sweep.where", {}).evaluate(kValues);
}

}  // namespace

TEST_CASE("does an expression have the value that arithmetic says?") {
    CHECK(value_of("cube.rows * cube.cols") == Value(std::int64_t{3072}));
    CHECK(value_of("cube.rows") == Value(std::int64_t{64}));
    CHECK(value_of("cube.rows / cube.cols * 3") == Value(4.0));
    CHECK(value_of("7 / 2") == Value(3.5));
    CHECK(value_of("1.5e1 + 1e-1*0") == Value(15.0));
    CHECK(value_of("min(cube.rows, cube.cols) - -2") == Value(std::int64_t{50}));
    CHECK(value_of("9007199254740993 % 10") == Value(std::int64_t{3}));
    CHECK(value_of("log2(cube.rows)") == Value(6.0));
}

TEST_CASE("does a condition hold when it is true?") {
    const auto holds = [](const std::string& text) {
        return Expression(text, kNames, kChoices, "sweep.where", {}).holds(kValues);
    };
    CHECK(holds("cube.rows * cube.cols <= 3072"));
    CHECK_FALSE(holds("cube.rows * cube.cols < 3072"));
    CHECK(holds("cube.dataflow = ws"));
    CHECK(holds("cube.dataflow == 'ws' && cube.rows >= 64"));
    CHECK(holds("cube.dataflow != os and not cube.cols == 64 or cube.rows = 1"));
    CHECK(holds("cube.dataflow in ('ws', 'is') || false"));
    CHECK(holds("cube.rows between 64 and 128"));
}

TEST_CASE("is what is no expression refused with the reason?") {
    const auto what = [](const std::string& text) {
        const auto refusal = test::refusal_of([&] {
            Expression(text, kNames, kChoices, "sweep.where", {"s.yaml", 7, {}});
        });
        CHECK(refusal.rule == "sweep.where");
        CHECK(refusal.what.find("s.yaml:7: ") == 0);
        return refusal.what;
    };
    CHECK(what("cube.row > 1").find("did you mean 'cube.rows'?") != std::string::npos);
    CHECK(what("cube.rows > 16KiB").find("'16KiB' is no number") != std::string::npos);
    CHECK(what("sin(cube.rows)").find("no function 'sin'") != std::string::npos);
    CHECK(what("cube.rows >").find("syntax error") != std::string::npos);
    CHECK(what("(cube.rows").find("cube.rows") != std::string::npos);
    CHECK(what("").find("empty") != std::string::npos);
    CHECK(what("cube.rows ; 1").find("';' means nothing here") != std::string::npos);
}
