#include "sim/config/yaml_reader.h"

#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>

#include <string>

namespace systole::config {
namespace {

YamlFile yaml(const std::string& text) {
    return read_yaml(text, "core.yaml", arch_keys());
}

Error yaml_error(const std::string& text) {
    Error e = error_of([&] { yaml(text); });
    CHECK(e.kind() == ErrorKind::kBadInput);
    CHECK(e.where().file == "core.yaml");
    return e;
}

}  // namespace

TEST_CASE("a file becomes raw values by dotted key, with their lines") {
    const YamlFile file = yaml(
        "# comment\n"
        "name: \"core\"\n"
        "tiers:\n"
        "  l1:\n"
        "    capacity: 4096\n"
        "routes:\n"
        "  mte1: [L1+L0A, L1]\n"
        "  mte2:\n"
        "    - DDR+L1\n"
        "    - DDR+UB\n");
    REQUIRE(file.values.size() == 4);
    CHECK_FALSE(file.extends.has_value());
    const RawValue& name = file.values.at("name");
    CHECK(name.items.front().text == "core");
    CHECK(name.items.front().quoted);
    const RawValue& capacity = file.values.at("tiers.l1.capacity");
    CHECK(capacity.form == RawValue::Form::kScalar);
    CHECK(capacity.items.front().text == "4096");
    CHECK_FALSE(capacity.items.front().quoted);
    CHECK(capacity.where.line == 5);
    const RawValue& mte2 = file.values.at("routes.mte2");
    CHECK(mte2.form == RawValue::Form::kList);
    REQUIRE(mte2.items.size() == 2);
    CHECK(mte2.items[1].text == "DDR+UB");
    CHECK(mte2.where.line == 8);
    CHECK(mte2.items[1].where.line == 10);
}

TEST_CASE("a byte order mark and CRLF line ends are accepted and lines still count") {
    const YamlFile file = yaml("\xEF\xBB\xBFname: a\r\nclock_mhz: 7\r\n");
    CHECK(file.values.at("name").items.front().text == "a");
    CHECK(file.values.at("clock_mhz").items.front().text == "7");
    CHECK(file.values.at("clock_mhz").where.line == 2);
}

TEST_CASE("an alias stands for the whole section and keeps the line of its key") {
    const YamlFile file = yaml("tiers:\n  l0a: &l0 {capacity: 256}\n  l0b: *l0\n");
    CHECK(file.values.at("tiers.l0b.capacity").items.front().text == "256");
    CHECK(yaml("clock_mhz: &n 5\nbytes_per_unit: *n\n").values.at("bytes_per_unit").where.line ==
          2);
}

TEST_CASE("an alias to the section that holds it does not loop") {
    CHECK(yaml_error("tiers: &t\n  l1: *t\n").rule() == "config.key-unknown");
}

TEST_CASE("extends is taken from the top of the file") {
    const YamlFile file = yaml("name: a\nextends: base/core.yaml\n");
    REQUIRE(file.extends.has_value());
    CHECK(file.extends->text == "base/core.yaml");
    CHECK(file.extends->where.line == 2);
    for (const char* bad :
         {"extends:\n", "extends: ''\n", "extends: [a, b]\n", "extends: {a: b}\n"}) {
        const Error e = yaml_error(bad);
        CHECK(e.rule() == "config.type");
        CHECK(e.where().line == 1);
        CHECK(says(e, "expected the name of a YAML file"));
    }
    CHECK(yaml_error("tiers: {extends: x}\n").rule() == "config.key-unknown");
}

TEST_CASE("a section without keys says nothing") {
    CHECK(yaml("name: a\nddr:\n  # latency_cycles: 5\nspill: {}\n").values.size() == 1);
}

TEST_CASE("an unknown key is an error with its line and the nearest valid key") {
    const Error key = yaml_error("name: a\ntiers:\n  l1:\n    capacty: 5\n");
    CHECK(key.rule() == "config.key-unknown");
    CHECK(key.where().line == 4);
    CHECK(says(key, "unknown key 'tiers.l1.capacty'; did you mean 'tiers.l1.capacity'?"));

    const Error section = yaml_error("name: a\ntier:\n  l1:\n    capacity: 5\n");
    CHECK(section.where().line == 2);
    CHECK(says(section, "unknown key 'tier'; did you mean 'tiers'?"));

    const Error tier = yaml_error("tiers:\n  l2: {capacity: 5}\n");
    CHECK(tier.where().line == 2);
    CHECK(says(tier, "unknown key 'tiers.l2'; valid here: tiers.l1, tiers.ub, tiers.l0a"));
}

TEST_CASE("a dotted name in a file is told to nest") {
    const Error e = yaml_error("name: a\ntiers.l1.capacity: 5\n");
    CHECK(e.rule() == "config.key-unknown");
    CHECK(e.where().line == 2);
    CHECK(says(e, "dotted names are for -D"));
}

TEST_CASE("a key given twice is an error that names both lines") {
    const Error value = yaml_error("clock_mhz: 1\nname: a\nclock_mhz: 1\n");
    CHECK(value.rule() == "config.key-duplicate");
    CHECK(value.where().line == 3);
    CHECK(says(value, "'clock_mhz' is given a second time (first on line 1)"));

    const Error section = yaml_error("ddr: {burst_bytes: 1}\nddr: {latency_cycles: 1}\n");
    CHECK(section.rule() == "config.key-duplicate");
    CHECK(section.where().line == 2);

    const Error nested = yaml_error("tiers:\n  l1:\n    ports: 1\n    ports: 2\n");
    CHECK(nested.where().line == 4);
    CHECK(says(nested, "'tiers.l1.ports'"));

    CHECK(yaml_error("extends: a\nextends: b\n").rule() == "config.key-duplicate");
}

TEST_CASE("a merge key is refused rather than ignored") {
    const Error e =
        yaml_error("tiers:\n  l0a: &l0 {capacity: 256}\n  l0b:\n    <<: *l0\n    ports: 1\n");
    CHECK(e.rule() == "config.merge-key");
    CHECK(e.where().line == 4);
    CHECK(says(e, "extends"));
}

TEST_CASE("a map, a list or a word where another of them belongs is an error") {
    const auto refused = [](const std::string& text, std::size_t line, const std::string& words) {
        const Error e = yaml_error(text);
        CHECK(e.rule() == "config.type");
        CHECK(e.where().line == line);
        CHECK(says(e, words));
    };
    refused("[a, b]\n", 1, "expected keys such as 'tiers:' at the top of the file, found a list");
    refused("just words\n", 1, "found 'just words'");
    refused("name: a\ntiers: 5\n", 2, "tiers: expected a section with the keys tiers.l1");
    refused("tiers:\n  - l1\n", 1, "found a list");
    refused("name: a\nclock_mhz: {a: 1}\n", 2, "clock_mhz: expected a whole number");
    refused("routes:\n  mte1:\n    - L1\n    - [L1]\n", 4, "routes.mte1: expected");
    refused("[a]: 1\n", 1, "expected a key, found a list");
    refused("clock_mhz: !!int 5\n", 1, "the YAML tag 'tag:yaml.org,2002:int' is not supported");
    refused("name: !secret a\n", 1, "'!secret'");
}

}  // namespace systole::config
