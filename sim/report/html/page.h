#pragma once

#include "sim/core/error.h"
#include "sim/core/output_file.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace systole::report::html {

// The template's `{{name}}` marks and what stands in their place.
class Page {
 public:
    Page(std::string_view page, OutputFile& out) : rest_(page), out_(out) {}

    // Writes the template up to the mark `name`, which must be the next one, and `text` for it.
    void put(std::string_view name, std::string_view text) {
        const std::string mark = fmt::format("{{{{{}}}}}", name);
        const std::size_t at = rest_.find("{{");
        SYSTOLE_INVARIANT(at != std::string_view::npos && rest_.substr(at, mark.size()) == mark,
                          "the report's template lacks the mark " + mark);
        out_.write(rest_.substr(0, at));
        out_.write(text);
        rest_.remove_prefix(at + mark.size());
    }
    void finish() {
        SYSTOLE_INVARIANT(rest_.find("{{") == std::string_view::npos,
                          "the report's template has a mark too many");
        out_.write(rest_);
    }

 private:
    std::string_view rest_;
    OutputFile& out_;
};

}  // namespace systole::report::html
