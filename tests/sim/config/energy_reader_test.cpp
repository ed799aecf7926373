#include "sim/config/energy_reader.h"

#include "tests/sim/config/error_of.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace systole;
using config::EnergyTable;
using config::error_of;
using config::says;

namespace {

constexpr std::size_t kInt8 = 0;
constexpr std::size_t kInt16 = 1;

// A whole table on lines 1 to 12; `more` follows on line 13.
std::string table_text(const std::string& more = "") {
    return "name: test\n"
           "mac: {int8: {value: 0.3, unit: pJ/MAC, source: a}}\n"
           "vector: {int8: {value: 0.2, unit: pJ/op, source: a}}\n"
           "pe: {value: 0.01, unit: pJ/MAC, source: a}\n"
           "sram:\n"
           "  8: {read: {value: 10, unit: pJ/64bit, source: a}, write: &w {value: 12, unit: "
           "pJ/64bit, source: a}}\n"
           "dma: {value: 0.5, unit: pJ/byte, source: a}\n"
           "ddr:\n"
           "  read: {value: 8, unit: pJ/bit, source: a}\n"
           "  write: {value: 9, unit: pJ/bit, source: a}\n"
           "  activate: {value: 1, unit: nJ/activate, source: a}\n"
           "static: {cube: &s {value: 3, unit: mW, source: a}, vector: *s, dma: *s, l1: *s, ub: "
           "*s, "
           "l0a: *s, l0b: *s, l0c: {value: 1, unit: W, source: a}, ddr: *s}\n" +
           more;
}

EnergyTable parse(const std::string& text) {
    return config::parse_energy_table(text, "e.yaml");
}

Error error_in_table(const std::string& text) {
    return error_of([&] { parse(text); });
}

// table_text() with the first `from` replaced.
std::string with(const std::string& from, const std::string& to) {
    std::string text = table_text();
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("does a table give every number in its unit?") {
    const EnergyTable table = parse(table_text());
    CHECK(table.name == "test");
    CHECK(table.files == std::vector<std::string>{"e.yaml"});
    CHECK(table.mac[kInt8] == 300'000u);
    CHECK_FALSE(table.mac[kInt16]);
    CHECK(table.vector[kInt8] == 200'000u);
    CHECK(table.pe == 10'000);
    REQUIRE(table.sram.size() == 1);
    CHECK(table.sram[0].capacity == 8192);
    CHECK(table.sram[0].access.read == 1'250'000);
    CHECK(table.sram[0].access.write == 1'500'000);
    CHECK(table.dma == 500'000);
    CHECK(table.ddr.read == 64'000'000);
    CHECK(table.ddr.write == 72'000'000);
    CHECK(table.ddr_activate == 1'000'000'000);
    CHECK(table.idle.cube == 3'000'000);
    CHECK(table.idle.tiers[Tier::kL0B] == 3'000'000);
    CHECK(table.idle.tiers[Tier::kL0C] == 1'000'000'000);
    CHECK(table.idle.ddr == 3'000'000);
}

TEST_CASE("are points sorted by capacity, however they stand?") {
    const EnergyTable table = parse(with("  8: {",
                                         "  100: {read: {value: 1, unit: pJ/bit, source: a}, "
                                         "write: {value: 1, unit: pJ/bit, source: a}}\n"
                                         "  0.5: {read: {value: 1, unit: pJ/bit, source: "
                                         "a}, write: {value: 1, unit: pJ/bit, source: "
                                         "a}}\n  8: {"));
    REQUIRE(table.sram.size() == 3);
    CHECK(table.sram[0].capacity == 512);
    CHECK(table.sram[1].capacity == 8192);
    CHECK(table.sram[2].capacity == 102'400);
}

TEST_CASE("do all tiers make the points unnecessary, and some not?") {
    const std::string four = with(
        "sram:\n  8: {read: {value: 10, unit: pJ/64bit, source: a}, write: "
        "&w {value: 12, unit: pJ/64bit, source: a}}\n",
        "tiers:\n"
        "  l1: {read: &w {value: 1, unit: pJ/byte, source: a}, write: *w}\n"
        "  ub: {read: *w, write: *w}\n"
        "  l0a: {read: *w, write: *w}\n"
        "  l0b: {read: *w, write: *w}\n");
    const Error error = error_in_table(four);
    CHECK(error.rule() == "energy.missing");
    CHECK(says(error, "missing: sram (or read and write of every tier)"));
    std::string five = four;
    five.insert(five.find("  ub:"), "  l0c: {read: *w, write: *w}\n");
    CHECK(parse(five).tiers[Tier::kL0C]->read == 1'000'000);
}

TEST_CASE("are all missing actions named at once?") {
    const Error error = error_in_table("name: empty\n");
    CHECK(error.rule() == "energy.missing");
    CHECK(error.where().file == "e.yaml");
    for (const char* action : {"pe",
                               "dma",
                               "ddr.read",
                               "ddr.write",
                               "ddr.activate",
                               "static.cube",
                               "static.vector",
                               "static.dma",
                               "static.ddr",
                               "static.l1",
                               "static.l0c",
                               "mac.TYPE (of int8, int16, fp16, fp32)",
                               "sram"}) {
        CAPTURE(action);
        CHECK(says(error, action));
    }
    CHECK(says(error_in_table(with("vector: {int8", "vector: {fp16")), "missing: vector.int8"));
    CHECK(says(error_in_table(table_text("tiers: {l1: {read: *w}}\n")), "missing: tiers.l1.write"));
    CHECK(says(error_in_table(with("read: {value: 10, unit: pJ/64bit, source: a}, ", "")),
               "missing: sram.8.read"));
}

TEST_CASE("is a wrong entry refused at its line?") {
    struct Case {
        std::string text;
        const char* rule;
        std::size_t line;
        const char* words;
    };
    const std::string unit = "unit: pJ/MAC";
    const Case cases[] = {
        {with("value: 0.3", "value: -0.3"), "energy.value", 2, "mac.int8: found '-0.3'"},
        {with("value: 0.3", "value: high"), "energy.value", 2, "expected a number"},
        {with("value: 0.3, ", ""), "energy.value", 2, "mac.int8: has no value"},
        {with(unit, "unit: pJ/op"), "energy.unit", 2, "expected one such as pJ/MAC"},
        {with(unit, "unit: x/MAC"), "energy.unit", 2, "need 'anchor'"},
        {with(unit + ", ", ""), "energy.unit", 2, "mac.int8: has no unit"},
        {with("pJ/op, source: a", "pJ/op"), "energy.source", 3, "vector.int8: has no source"},
        {with("pJ/op, source: a", "pJ/op, source: ''"), "energy.type", 3, "vector.int8.source"},
        {with("unit: pJ/op", "units: pJ/op"),
         "energy.key-unknown",
         3,
         "unknown key 'vector.int8.units'"},
        {with("dma:", "dmas:"), "energy.key-unknown", 7, "no 'dmas'; did you mean 'dma'?"},
        {with("  write: {value: 9", "  writes: {value: 9"),
         "energy.key-unknown",
         10,
         "'ddr.writes'"},
        {with("dma: {value: 0.5, unit: pJ/byte, source: a}", "dma: 0.5"), "energy.type", 7, "dma"},
        {with("pe: {value", "pe: [1]\nq: {value"), "energy.type", 4, "pe: expected {value"},
        {table_text("dma: {value: 1, unit: pJ/byte, source: a}\n"),
         "energy.key-duplicate",
         13,
         "first on line 7"},
        {table_text("tiers: 5\n"), "energy.type", 13, "tiers: expected a section"},
        {with("  8: {", "  big: {"), "energy.value", 6, "found the capacity 'big'"},
        {with("  8: {", "  0: {"), "energy.value", 6, "found the capacity '0'"},
        {with("  8: {", "  8.0: {read: &r {value: 1, unit: pJ/bit, source: a}, write: *r}\n  8: {"),
         "energy.value",
         6,
         "expected a new one"},
        {with("read: {value: 10", "reads: {value: 10"),
         "energy.key-unknown",
         6,
         "unknown key 'sram.8.reads'"},
        {"[1, 2]\n", "energy.type", 1, "top of the file"},
        {"a: [\n", "energy.syntax", 1, "not valid YAML"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Error error = error_in_table(c.text);
        CHECK(error.rule() == c.rule);
        CHECK(error.where().file == "e.yaml");
        CHECK(error.where().line == c.line);
        INFO(error.what());
        CHECK(says(error, c.words));
    }
}

TEST_CASE("is a file that is not there an error of the place that names it?") {
    const Error error = error_of([] {
        config::load_energy_table("no/such.yaml", {"core.yaml", 7, {}});
    });
    CHECK(error.rule() == "config.file");
    CHECK(error.where().file == "core.yaml");
    CHECK(error.where().line == 7);
    const Error base = error_in_table(table_text("extends: nothing.yaml\n"));
    CHECK(base.rule() == "config.file");
    CHECK(base.where().line == 13);
}

namespace {

EnergyTable shipped(const std::string& file) {
    return config::load_energy_table((test::source_dir() / "configs/energy" / file).string());
}

}  // namespace

TEST_CASE("can every shipped table be read?") {
    std::size_t tables = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::source_dir() / "configs/energy")) {
        if (entry.path().extension() == ".yaml") {
            CAPTURE(entry.path().string());
            CHECK_NOTHROW(config::load_energy_table(entry.path().string()));
            ++tables;
        }
    }
    CHECK(tables == 8);
}

TEST_CASE("does a table take over what it does not give itself?") {
    const EnergyTable base = shipped("45nm.yaml");
    const EnergyTable ddr4 = shipped("45nm-ddr4-2400.yaml");
    CHECK(ddr4.files.size() == 2);
    CHECK(ddr4.name == "45 nm (Horowitz) with DDR4-2400 currents");
    CHECK(base.mac[kInt8] == 300'000u);
    CHECK(ddr4.mac[kInt8] == 300'000u);
    CHECK(base.ddr.read == 243'750'000);        // 1,950 pJ / 8
    CHECK(ddr4.ddr.read == 70'250'000);         // 562 pJ / 8
    CHECK(ddr4.ddr_activate == 8'100'000'000);  // 8.1 nJ
    CHECK(ddr4.idle.ddr == 422'400'000);        // 422.4 mW
    CHECK(ddr4.idle.cube == 0);
}

TEST_CASE("are Eyeriss's costs multiples of its MAC?") {
    const EnergyTable table = shipped("eyeriss-65nm.yaml");
    CHECK(table.mac[kInt16] == 1'600'000u);
    CHECK(table.pe == 6'400'000);
    CHECK(table.ddr.read == 160'000'000);                          // 200 x 1.6 pJ for 2 bytes
    CHECK(table.access(Tier::kL1, 100 * 1024).read == 4'800'000);  // 6 x 1.6 / 2
    CHECK(table.access(Tier::kL0A, 512).write == 800'000);         // 1 x 1.6 / 2
}
