#include "sim/core/yaml_document.h"

#include "sim/core/error.h"
#include "sim/core/utf8.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace systole {
namespace {

std::string rule(const YamlKind& kind, std::string_view what) {
    return fmt::format("{}.{}", kind.family, what);
}

void check_encoding(std::string_view text, const std::string& file, const YamlKind& kind) {
    const std::size_t bad = std::min(valid_utf8_prefix(text), text.find('\0'));
    if (bad < text.size()) {
        const std::string_view before = text.substr(0, bad);
        const auto line_ends = std::count(before.begin(), before.end(), '\n');
        throw_bad_input(rule(kind, "encoding"),
                        {file, static_cast<std::size_t>(line_ends) + 1, {}},
                        fmt::format("byte 0x{:02X} is not UTF-8 text; save the file as UTF-8",
                                    static_cast<unsigned char>(text[bad])));
    }
}

// Keeps where the last document started.
class DocumentStart : public YAML::EventHandler {
 public:
    void OnDocumentStart(const YAML::Mark& mark) override { mark_ = mark; }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&,
                  const std::string&,
                  YAML::anchor_t,
                  const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&,
                         const std::string&,
                         YAML::anchor_t,
                         YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&,
                    const std::string&,
                    YAML::anchor_t,
                    YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}

    const YAML::Mark& mark() const { return mark_; }

 private:
    YAML::Mark mark_;
};

// Where a second document starts. YAML::LoadAll would tell too, but yaml-cpp 0.7 finds an endless
// number of documents in a text such as "&a\n,".
std::optional<YAML::Mark> second_document(const std::string& text) {
    std::istringstream in(text);
    YAML::Parser parser(in);
    DocumentStart start;
    if (parser.HandleNextDocument(start) && parser.HandleNextDocument(start)) {
        return start.mark();
    }
    return std::nullopt;
}

// The first line up to `last` that has a tab in its indentation; 0: none has.
std::size_t tab_indent(std::string_view text, std::size_t last) {
    std::size_t line = 1;
    for (std::size_t start = 0; line <= last; ++line) {
        const std::size_t first = text.find_first_not_of(" ", start);
        if (first < text.size() && text[first] == '\t') {
            return line;
        }
        const std::size_t end = text.find('\n', start);
        if (end == std::string_view::npos) {
            break;
        }
        start = end + 1;
    }
    return 0;
}

}  // namespace

YAML::Node parse_yaml_document(std::string_view text,
                               const std::string& file,
                               const YamlKind& kind) {
    check_encoding(text, file, kind);
    // Without a line end at the very end of the text yaml-cpp sees that a quote is never closed;
    // with one it closes it silently, and the quoted text has swallowed the keys in between.
    const std::string trimmed(text.substr(0, text.find_last_not_of(" \t\r\n") + 1));
    try {
        const YAML::Node root = YAML::Load(trimmed);
        if (const std::optional<YAML::Mark> second = second_document(trimmed)) {
            throw_bad_input(rule(kind, "syntax"),
                            {file, line_in_file(*second), {}},
                            "a second YAML document starts here; expected one document in a file");
        }
        if (root.IsNull()) {
            throw_bad_input(rule(kind, "empty"),
                            {file, 0, {}},
                            fmt::format("the file holds no keys; expected {}", kind.least));
        }
        return root;
    } catch (const YAML::Exception& e) {
        if (const std::size_t line = tab_indent(trimmed, line_in_file(e.mark)); line != 0) {
            throw_bad_input(rule(kind, "syntax"),
                            {file, line, {}},
                            "this line is indented with a tab; YAML takes spaces alone");
        }
        throw_bad_input(rule(kind, "syntax"),
                        {file, line_in_file(e.mark), {}},
                        fmt::format("not valid YAML: {} (noticed here; the cause may be on a line "
                                    "above)",
                                    e.msg));
    }
}

std::size_t line_in_file(const YAML::Mark& mark) {
    return mark.line < 0 ? 0 : static_cast<std::size_t>(mark.line) + 1;
}

}  // namespace systole
