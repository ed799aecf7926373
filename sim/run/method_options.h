#pragma once

#include "sim/core/span.h"
#include "sim/plan/methods.h"
#include "sim/run/run_request.h"

#include <string_view>

namespace systole {

// An option that only some methods have a use for.
struct MethodOption {
    std::string_view name;  // on the command line
    bool (*given)(const Simulation& simulation);
    bool (*used_by)(const plan::Method& method);
    std::string_view whose;  // the methods that use it, in words
};

// Every such option: what help, refusals and lists of methods go by.
Span<MethodOption> method_options();

// Refuses what would be ignored: Error{kBadInput, "run.option"} names the option that `method`, or
// a plan that is given, has no use for; "run.value" a value that means nothing (a search of no
// work, of no time).
void check_method_options(const Simulation& simulation, const plan::Method& method);
void check_plan_options(const Simulation& simulation);

}  // namespace systole
