#include "sim/report/html/html_escape.h"

#include <catch2/catch.hpp>

using systole::report::html::escape_json_for_script;
using systole::report::html::escape_text;

TEST_CASE("text cannot become markup") {
    CHECK(escape_text("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    CHECK(escape_text("caf\u00e9") == "caf\u00e9");
}

TEST_CASE("a JSON document cannot end the script element that holds it") {
    CHECK(escape_json_for_script(R"({"a":"</script><!--"})") ==
          R"({"a":"\u003c/script\u003e\u003c!--"})");
    CHECK(escape_json_for_script(R"("a&b")") == R"("a\u0026b")");
}

TEST_CASE("line separators that old script parsers take for a line end are escaped") {
    CHECK(escape_json_for_script("\"a\u2028b\u2029c\"") == R"("a\u2028b\u2029c")");
    // Their neighbours of the same two first bytes stay.
    CHECK(escape_json_for_script("\"\u2026\u2027\"") == "\"\u2026\u2027\"");
    CHECK(escape_json_for_script("\xE2\x80") == "\xE2\x80");
}
