#include "sim/report/text_table.h"

#include <catch2/catch.hpp>

using namespace systole::report;
using Align = TextTable::Align;

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
