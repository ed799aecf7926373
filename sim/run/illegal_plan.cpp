#include "sim/run/illegal_plan.h"

#include <fmt/format.h>

#include <utility>

namespace systole {

IllegalPlan::IllegalPlan(std::vector<Error> violations, bool more)
    : Error(violations.front()), violations_(std::move(violations)) {
    for (const Error& violation : violations_) {
        text_ += text_.empty() ? "" : "\n";
        text_ += violation.what();
    }
    if (more) {
        text_ += fmt::format("\nthe first {} violations; there may be more", violations_.size());
    } else if (violations_.size() > 1) {
        text_ += fmt::format("\n{} violations", violations_.size());
    }
}

}  // namespace systole
