#pragma once

#include "sim/core/error.h"

#include <string>
#include <vector>

namespace systole {

// A plan that breaks rules of the execution model: kind and rule are those of the first violation,
// the text has a line for each, with its place in the plan's files.
class IllegalPlan : public Error {
 public:
    // `violations` is not empty; `more`: there may be others.
    IllegalPlan(std::vector<Error> violations, bool more);

    const std::vector<Error>& violations() const { return violations_; }
    const char* what() const noexcept override { return text_.c_str(); }

 private:
    std::vector<Error> violations_;
    std::string text_;
};

}  // namespace systole
