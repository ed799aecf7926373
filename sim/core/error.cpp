#include "sim/core/error.h"

#include "sim/core/visible_text.h"

#include <fmt/format.h>

#include <utility>

namespace systole {
namespace {

std::string render(const std::string& rule, const SourceRef& where, const std::string& message) {
    std::string text;
    if (!where.file.empty()) {
        text += visible(where.file);
        text += where.line > 0 ? fmt::format(":{}: ", where.line) : ": ";
    }
    if (where.node) {
        text += fmt::format("node {}: ", *where.node);
    }
    text += visible(message, true);
    return fmt::format("{} [{}]", text, rule);
}

}  // namespace

Error::Error(ErrorKind kind, std::string rule, SourceRef where, const std::string& message)
    : std::runtime_error(render(rule, where, message)),
      kind_(kind),
      rule_(std::move(rule)),
      where_(std::move(where)),
      message_(message) {}

void throw_bad_input(std::string rule, SourceRef where, const std::string& message) {
    throw Error(ErrorKind::kBadInput, std::move(rule), std::move(where), message);
}

void throw_refused(std::string rule, SourceRef where, const std::string& message) {
    throw Error(ErrorKind::kRefused, std::move(rule), std::move(where), message);
}

namespace detail {

void invariant_failed(const char* condition,
                      const char* file,
                      int line,
                      const std::string& message) {
    throw Error(
        ErrorKind::kInternal,
        "internal.invariant",
        {file, static_cast<std::size_t>(line), {}},
        fmt::format(
            "{} (expected {}); please report this as a bug of systole", message, condition));
}

}  // namespace detail
}  // namespace systole
