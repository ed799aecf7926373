#include "sim/core/yaml_map.h"

#include "sim/core/yaml_document.h"
#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>
#include <yaml-cpp/yaml.h>

#include <string>
#include <vector>

using namespace systole;
using config::error_of;

namespace {

const std::string kFile = "x.yaml";

YamlOwner owner() {
    return {kFile, "family", "layer 'a': ", "tiers.l1."};
}

std::vector<YamlEntry> entries(const std::string& text) {
    return yaml_entries(parse_yaml_document(text, kFile), owner(), "keys");
}

Error refused(const std::string& text) {
    return error_of([&] { entries(text); });
}

}  // namespace

TEST_CASE("do entries come in the file's order, each with the line of its key?") {
    const auto all = entries("b: 1\na:\n  - 2\nc: {d: 3}\n");
    REQUIRE(all.size() == 3);
    CHECK(all[0].key == "b");
    CHECK(all[1].key == "a");
    CHECK(all[2].key == "c");
    CHECK(all[0].where.line == 1);
    CHECK(all[1].where.line == 2);
    CHECK(all[2].where.line == 4);
    CHECK(all[1].value.IsSequence());
}

TEST_CASE("is a key that comes twice refused with both lines?") {
    const Error e = refused("capacity: 1\nbanks: 2\ncapacity: 3\n");
    CHECK(e.rule() == "family.key-duplicate");
    CHECK(e.where().line == 3);
    CHECK(e.message() ==
          "layer 'a': 'tiers.l1.capacity' is given a second time (first on line 1); keep one of "
          "them");
}

TEST_CASE("is what is no map, no key or a merge refused?") {
    CHECK(refused("[1, 2]\n").rule() == "family.type");
    CHECK(refused("[1, 2]\n").message() == "layer 'a': expected keys, found a list of 2");
    CHECK(refused("? [a, b]\n: 1\n").rule() == "family.type");
    CHECK(refused("'': 1\n").rule() == "family.type");
    CHECK(refused("<<: {a: 1}\n").rule() == "family.merge-key");
}

TEST_CASE("is an unknown key refused with the known ones and the nearest?") {
    const auto all = entries("capacty: 1\n");
    const Error e = error_of([&] { refuse_unknown_key(all[0], owner(), {"capacity", "banks"}); });
    CHECK(e.rule() == "family.key-unknown");
    CHECK(e.message() ==
          "layer 'a': unknown key 'tiers.l1.capacty'; valid here: capacity, banks; did you mean "
          "'capacity'?");
    const auto known = entries("banks: 1\n");
    refuse_unknown_key(known[0], owner(), {"capacity", "banks"});
}

TEST_CASE("does a word know its quotes, and is nothing else one?") {
    const auto all = entries("a: 4\nb: \"4\"\nc: [4]\nd: !!str 4\ne:\n");
    const auto word = [&](std::size_t i) { return yaml_word(all[i].value, owner(), "key"); };
    CHECK(word(0).text == "4");
    CHECK_FALSE(word(0).quoted);
    CHECK(word(1).text == "4");
    CHECK(word(1).quoted);
    CHECK(error_of([&] { word(2); }).message() ==
          "layer 'a': key: expected a word, found a list of 1");
    CHECK(error_of([&] { word(3); }).rule() == "family.type");
    CHECK(error_of([&] { word(4); }).message() == "layer 'a': key: expected a word, found nothing");
}
