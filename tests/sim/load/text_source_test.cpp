#include "sim/load/text_source.h"

#include "sim/core/visible_text.h"
#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace systole;
using load::TextSource;
using test::Found;

namespace {

std::string all_of(TextSource source) {
    std::string text;
    for (std::string_view piece = source.next(); !piece.empty(); piece = source.next()) {
        text += piece;
    }
    return text;
}

std::string through_memory(std::string_view text) {
    return all_of(TextSource::memory(text, "m", "trace"));
}

std::vector<std::string> lines_of(std::string_view text) {
    TextSource source = TextSource::memory(text, "m", "trace");
    load::LineReader reader(source);
    std::vector<std::string> lines;
    std::string_view line;
    while (reader.next(line)) {
        lines.emplace_back(line);
        CHECK(reader.number() == lines.size());
    }
    return lines;
}

Found found_in(std::string_view text) {
    return test::found(test::error_of([&] { through_memory(text); }));
}

}  // namespace

TEST_CASE("Text comes through whole, whatever its length") {
    const test::TempDir dir;
    for (std::size_t size : {0, 1, 65535, 65536, 65537, 200000}) {
        std::string text(size, 'x');
        for (std::size_t i = 0; i < size; i += 7) {
            text[i] = '\n';
        }
        CHECK(through_memory(text) == text);
        test::write_file(dir / "text", text);
        CHECK(all_of(TextSource::open((dir / "text").string(), "trace")) == text);
    }
}

TEST_CASE("A UTF-8 byte order mark is skipped, one inside the text is not") {
    CHECK(through_memory("\xEF\xBB\xBFx") == "x");
    CHECK(through_memory("\xEF\xBB\xBF").empty());
    CHECK(through_memory("x\xEF\xBB\xBF") == "x\xEF\xBB\xBF");
}

TEST_CASE("UTF-8 is accepted, also across the border of two chunks") {
    // 2, 3 and 4 bytes, and the first and last character of each length. (RFC 3629, section 3.)
    for (const std::string character : {"\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xED\x9F\xBF",
                                        "\xEE\x80\x80",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF4\x8F\xBF\xBF"}) {
        for (std::size_t before = 65530; before < 65540; ++before) {
            const std::string text = std::string(before, 'x') + character + "y";
            CHECK(through_memory(text) == text);
        }
    }
}

TEST_CASE("Bytes that are not UTF-8 are refused with their line") {
    // Lone continuation, overlong forms, a surrogate, past U+10FFFF, a broken sequence, Latin-1.
    for (const std::string bytes : {"\x80",
                                    "\xC0\x80",
                                    "\xC1\xBF",
                                    "\xE0\x9F\xBF",
                                    "\xED\xA0\x80",
                                    "\xF0\x8F\xBF\xBF",
                                    "\xF4\x90\x80\x80",
                                    "\xF5\x80\x80\x80",
                                    "\xC3(",
                                    "\xE2\x82(",
                                    "caf\xE9 "}) {
        CHECK(found_in("a\nb\n" + bytes + "\n") == Found{"trace.encoding", 3});
        CHECK(found_in(std::string(70000, '\n') + bytes) == Found{"trace.encoding", 70001});
    }
    CHECK(found_in("a\nb\xE2\x82") == Found{"trace.encoding", 2});
    CHECK(found_in("\xFF\xFE"
                   "a") == Found{"trace.encoding", 1});
    CHECK(found_in("\xFE\xFF"
                   "a") == Found{"trace.encoding", 1});
    CHECK(found_in(std::string_view("{\0", 2)) == Found{"trace.encoding", 1});
}

TEST_CASE("A file that is missing, a folder or unreadable is refused") {
    const test::TempDir dir;
    const auto open_error = [&](const std::string& path) {
        return test::error_of([&] { TextSource::open(path, "plan"); });
    };
    CHECK(open_error((dir / "missing").string()).rule() == "plan.open");
    CHECK(open_error(dir.path().string()).rule() == "plan.open");
    CHECK(std::string(open_error("no/such/file").what()) ==
          "no/such/file: cannot open this file: No such file or directory [plan.open]");
}

TEST_CASE("Lines end in LF or CR LF, the last one also at the end of the text") {
    using Lines = std::vector<std::string>;
    CHECK(lines_of("").empty());
    CHECK(lines_of("a") == Lines{"a"});
    CHECK(lines_of("a\n") == Lines{"a"});
    CHECK(lines_of("a\r\n\r\nb\n\nc") == Lines{"a", "", "b", "", "c"});
    const std::string long_line(150000, 'x');
    CHECK(lines_of("a\n" + long_line + "\r\nb") == Lines{"a", long_line, "b"});
    for (std::size_t size = 65530; size < 65540; ++size) {
        const std::string line(size, 'x');
        CHECK(lines_of(line + "\r\ny\n") == Lines{line, "y"});
    }
}
