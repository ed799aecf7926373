#include "sim/core/yaml_document.h"

#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>

#include <string>

namespace systole {
namespace {

using config::error_of;
using config::says;

Error document_error(const std::string& text) {
    Error e = error_of([&] { parse_yaml_document(text, "core.yaml"); });
    CHECK(e.kind() == ErrorKind::kBadInput);
    CHECK(e.where().file == "core.yaml");
    return e;
}

}  // namespace

TEST_CASE("a file without keys is empty") {
    for (const char* text : {"", "\n\n", "# only a comment\n", "---\n", "~\n", "\xEF\xBB\xBF"}) {
        const Error e = document_error(text);
        CHECK(e.rule() == "config.empty");
    }
}

TEST_CASE("what is not YAML is a syntax error with the line where it was noticed") {
    const Error open = document_error("routes:\n  mte1: [L1, L1+L0A\nname: a\n");
    CHECK(open.rule() == "config.syntax");
    CHECK(open.where().line >= 2);
    CHECK(says(open, "the cause may be on a line above"));
    CHECK(document_error("name: a\n bytes_per_unit: 2\n").where().line == 2);
    CHECK(document_error("name: *nowhere\n").rule() == "config.syntax");
    for (const char* open_quote :
         {"name: 'open", "name: 'open\nclock_mhz: 5\n", "name: \"x\r\n \n"}) {
        CHECK(document_error(open_quote).rule() == "config.syntax");
    }
    CHECK(document_error("\tname: a\n").rule() == "config.syntax");
    CHECK(document_error(std::string(100'000, '[')).rule() == "config.syntax");
    CHECK(document_error(std::string(100'000, '{')).rule() == "config.syntax");
}

TEST_CASE("a tab in the indentation is named, with its line") {
    for (const char* text : {"tiers:\n\tl1: {capacity: 1}\n", "tiers:\n  l1:\n  \tcapacity: 1\n"}) {
        CAPTURE(text);
        const Error e = document_error(text);
        CHECK(e.rule() == "config.syntax");
        CHECK(e.message() == "this line is indented with a tab; YAML takes spaces alone");
        CHECK(e.where().line == (std::string(text).find("\n\t") != std::string::npos ? 2 : 3));
    }
}

TEST_CASE("a second document is refused rather than ignored") {
    const Error e = document_error("name: a\n---\nname: b\n");
    CHECK(e.rule() == "config.syntax");
    CHECK(e.where().line == 2);
}

TEST_CASE("a file that is not UTF-8 is refused with its line") {
    const Error latin1 = document_error("clock_mhz: 5\nname: caf\xE9\n");
    CHECK(latin1.rule() == "config.encoding");
    CHECK(latin1.where().line == 2);
    CHECK(says(latin1, "0xE9"));
    CHECK(document_error(std::string("\xFF\xFEn\0a\0", 6)).rule() == "config.encoding");
    CHECK(document_error(std::string("name: a\0b\n", 10)).rule() == "config.encoding");
}

TEST_CASE("texts in which yaml-cpp finds documents without end are refused") {
    for (const char* text : {"&a\n,", "&a\n,\n", "!x\n,"}) {
        CHECK(document_error(text).rule() == "config.syntax");
    }
}

}  // namespace systole
