#include "sim/store/value.h"

#include <fmt/format.h>

namespace systole::store {

std::string value_text(const Value& value) {
    struct Printer {
        std::string operator()(std::monostate) const { return ""; }
        std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
        std::string operator()(double number) const { return fmt::format("{}", number); }
        std::string operator()(const std::string& text) const { return text; }
    };
    return std::visit(Printer{}, value);
}

}  // namespace systole::store
