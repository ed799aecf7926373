#include "sim/report/csv_field.h"

#include <catch2/catch.hpp>

using systole::report::csv_field;
using systole::report::CsvNames;

TEST_CASE("is a field quoted where RFC 4180 asks for it?") {
    CHECK(csv_field("conv1") == "conv1");
    CHECK(csv_field("a,b") == "\"a,b\"");
    CHECK(csv_field("a\"b") == "\"a\"\"b\"");
    CHECK(csv_field("a\nb") == "\"a\nb\"");
    CHECK(csv_field("=1+1") == "=1+1");
}

TEST_CASE("is a formula text where names are to be safe?") {
    CHECK(csv_field("=1+1", CsvNames::kSafe) == "'=1+1");
    CHECK(csv_field("+a", CsvNames::kSafe) == "'+a");
    CHECK(csv_field("-a", CsvNames::kSafe) == "'-a");
    CHECK(csv_field("@a", CsvNames::kSafe) == "'@a");
    CHECK(csv_field("=f(a,b)", CsvNames::kSafe) == "\"'=f(a,b)\"");
    CHECK(csv_field("a=b", CsvNames::kSafe) == "a=b");
    CHECK(csv_field("", CsvNames::kSafe).empty());
}

TEST_CASE("is a control character visible in a field?") {
    CHECK(csv_field("a\x1B[31m") == "a\\x1B[31m");
    CHECK(csv_field("a\r") == "a\\x0D");
}
