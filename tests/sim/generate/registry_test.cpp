#include "sim/generate/registry.h"

#include "tests/sim/generate/generated.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace systole;
using Catch::Matchers::Contains;
using test::message_of;
using test::rule_of;
using test::values_of;

TEST_CASE("are kernel and parameter names usable as words and flags") {
    std::set<std::string_view> kernels;
    for (const generate::Kernel& kernel : generate::kernels()) {
        INFO(kernel.name);
        CHECK(kernels.insert(kernel.name).second);
        CHECK_FALSE(kernel.help.empty());
        std::set<std::string_view> names;
        for (const generate::Parameter& p : kernel.parameters) {
            INFO(p.name);
            CHECK(names.insert(p.name).second);
            CHECK(p.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") ==
                  std::string_view::npos);
            CHECK_FALSE(p.unit.empty());
            CHECK_FALSE(p.help.empty());
            CHECK(p.min <= p.default_value);
            CHECK(p.default_value <= p.max);
        }
    }
    CHECK(kernels == std::set<std::string_view>{"matmul", "flash-attention", "conv", "stream"});
}

TEST_CASE("does README.md list every parameter with its unit, default and help") {
    const std::string readme =
        test::read_file(test::source_dir() / "sim" / "generate" / "README.md");
    for (const generate::Kernel& kernel : generate::kernels()) {
        std::string table = "| parameter | unit | default | meaning |\n| --- | --- | --- | --- |\n";
        for (const generate::Parameter& p : kernel.parameters) {
            table += "| `" + std::string(p.name) + "` | " + std::string(p.unit) + " | " +
                     std::to_string(p.default_value) + " | " + std::string(p.help) + " |\n";
        }
        CHECK_THAT(readme, Contains(table));
    }
}

TEST_CASE("does an unknown kernel name the known ones and the nearest") {
    const auto ask = [] { generate::find_kernel("matmull"); };
    CHECK(rule_of(ask) == "generate.kernel");
    CHECK_THAT(message_of(ask), Contains("flash-attention") && Contains("did you mean 'matmul'"));
}

TEST_CASE("does an unknown parameter name the nearest") {
    const auto ask = [] { values_of("conv", {{"halos", 1}}); };
    CHECK(rule_of(ask) == "generate.parameter");
    CHECK_THAT(message_of(ask), Contains("did you mean 'halo'"));
}

TEST_CASE("is zero refused where it makes no sense") {
    for (const generate::Kernel& kernel : generate::kernels()) {
        for (const generate::Parameter& p : kernel.parameters) {
            INFO(kernel.name << " " << p.name);
            generate::Values values(kernel);
            CHECK(rule_of([&] { values.set(p.name, 0); }) ==
                  (p.min == 0 ? "no error" : "generate.range"));
            CHECK(rule_of([&] { values.set(p.name, std::uint64_t{1} << 63); }) == "generate.range");
        }
    }
    CHECK_THAT(message_of([] {
                   values_of("matmul", {{"m", 0}});
               }),
               Contains("--m is 0") && Contains("from 1 to"));
}

// Largest block counts: 2^72 products. Nothing may be allocated, and no sum may wrap around.
TEST_CASE("are absurd sizes refused before anything is allocated") {
    const std::uint64_t most = 1u << 24;
    CHECK(rule_of([&] {
              test::generated("matmul", {{"m", most}, {"n", most}, {"k", most}});
          }) == "generate.size");
    CHECK(rule_of([&] {
              test::generated(
                  "flash-attention",
                  {{"query-blocks", most}, {"key-blocks", most}, {"head-splits", most}});
          }) == "generate.size");
    CHECK(rule_of([&] {
              test::generated("conv",
                              {{"bands", most},
                               {"halo", most},
                               {"encoder-tiles", 4096},
                               {"decoder-tiles", 4096},
                               {"encoder-layers", 1000},
                               {"band-units", 1}});
          }) == "generate.size");
}

TEST_CASE("is the limit on nodes exact") {
    generate::TraceSize size;
    size.operations = 0xFFFFFFFEu;
    CHECK(rule_of([&] { generate::require_possible(size, "x"); }) == "no error");
    size.operations = 0xFFFFFFFFu;
    CHECK(rule_of([&] { generate::require_possible(size, "x"); }) == "generate.size");
    size.operations = 0;
    size.closing = 0xFFFFFFFFu;
    CHECK(rule_of([&] { generate::require_possible(size, "x"); }) == "generate.size");
    size.closing = UINT64_MAX;
    size.listed = UINT64_MAX;
    CHECK(rule_of([&] { generate::require_possible(size, "x"); }) == "generate.size");
    // 7 mnk + 3 (mk + kn + mn) nodes; with n = k = 1, 13 m + 3.
    const generate::TraceSize line = generate::find_kernel("matmul").size(
        values_of("matmul", {{"m", 1u << 24}, {"n", 1}, {"k", 1}}));
    CHECK(line.nodes().value() == 13u * (1u << 24) + 3u);
}

TEST_CASE("are costs and sizes no trace can hold refused") {
    CHECK(rule_of([] { test::generated("conv", {{"residual-period", 1}}); }) == "generate.range");
    CHECK(rule_of([] {
              test::generated("conv", {{"band-units", 1u << 28}, {"weight-units", 1u << 28}});
          }) == "generate.cycles");
    CHECK(rule_of([] {
              test::generated("conv", {{"copy-in-rate", 1u << 20}, {"band-units", 1u << 28}});
          }) == "generate.cycles");
}

TEST_CASE("does a trace carry the command that makes it") {
    CHECK(test::generated("matmul").file == "systole generate matmul");
    CHECK(test::generated("matmul", {{"k", 2}, {"m", 3}, {"n", 8}}).file ==
          "systole generate matmul --m 3 --k 2");
}
