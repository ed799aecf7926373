#include "sim/report/text_table.h"

#include <catch2/catch.hpp>

using namespace systole::report;
using Align = TextTable::Align;

TEST_CASE("Large numbers are grouped by thousands") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(1234567) == "1,234,567");
    CHECK(grouped(18446744073709551615u) == "18,446,744,073,709,551,615");
}

TEST_CASE("Bytes are told in the unit that keeps them short") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(1023) == "1023 B");
    CHECK(bytes_text(1024) == "1.0 KiB");
    CHECK(bytes_text(1536) == "1.5 KiB");
    CHECK(bytes_text(1048575) == "1.0 MiB");  // not "1024.0 KiB"
    CHECK(bytes_text(18446744073709551615u) == "16.0 EiB");
}

TEST_CASE("A part of nothing has no percentage") {
    CHECK(percent_text(1, 3) == "33.3");
    CHECK(percent_text(0, 0) == "-");
}

TEST_CASE("Columns are aligned and no line ends in blanks") {
    TextTable table({{"op", Align::kLeft}, {"cycles"}, {"note", Align::kLeft}}, false);
    table.row({{"CONV"}, {"7"}, {"x"}});
    table.row({{"d\xc3\xa9j\xc3\xa0"}, {"12,345"}});
    CHECK(table.text() ==
          "op    cycles  note\n"
          "CONV       7  x\n"
          "d\xc3\xa9j\xc3\xa0  12,345\n");
}

TEST_CASE("Colour changes nothing but the escapes around headers and strong cells") {
    TextTable table({{"op", Align::kLeft}, {"n"}}, true);
    table.row({{"a"}, {"10", true}});
    CHECK(table.text() == "\x1b[1mop\x1b[0m   \x1b[1mn\x1b[0m\na   \x1b[1m10\x1b[0m\n");
}
