#include "sim/run/method_options.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <array>

namespace systole {
namespace {

bool searches(const plan::Method& method) {
    return method.search;
}
bool takes_rule(const plan::Method& method) {
    return !method.spill.empty();
}
bool explains(const plan::Method& method) {
    return !method.search;
}

constexpr std::string_view kSearch = "the method best";
constexpr std::string_view kRule = "methods that place with a spill rule";
constexpr std::string_view kLog = "methods that choose victims one by one";

constexpr std::array kOptions = {
    MethodOption{"--objective",
                 [](const Simulation& s) { return s.search.objective.has_value(); },
                 searches,
                 kSearch},
    MethodOption{"--traffic-budget",
                 [](const Simulation& s) { return s.search.traffic_budget.has_value(); },
                 searches,
                 kSearch},
    MethodOption{
        "--work", [](const Simulation& s) { return s.search.work.has_value(); }, searches, kSearch},
    MethodOption{"--time-limit",
                 [](const Simulation& s) { return s.search.seconds.has_value(); },
                 searches,
                 kSearch},
    MethodOption{
        "--seed", [](const Simulation& s) { return s.search.seed.has_value(); }, searches, kSearch},
    MethodOption{"--threads",
                 [](const Simulation& s) { return s.search.threads.has_value(); },
                 searches,
                 kSearch},
    MethodOption{
        "--spill", [](const Simulation& s) { return !s.spill.empty(); }, takes_rule, kRule},
    MethodOption{"--explain", [](const Simulation& s) { return s.explain; }, explains, kLog},
};

void check_values(const SearchRequest& search) {
    const auto refuse_zero = [](const char* option, const char* unit, bool is_zero) {
        if (is_zero) {
            throw_bad_input("run.value",
                            {},
                            fmt::format("{} is 0, expected at least 1 {}; leave it out for the "
                                        "default",
                                        option,
                                        unit));
        }
    };
    refuse_zero("--work", "operation", search.work.value_or(1) == 0);
    refuse_zero("--time-limit", "second", search.seconds.value_or(1) == 0);
    refuse_zero("--threads", "thread", search.threads.value_or(1) == 0);
    if (search.traffic_budget &&
        search.objective.value_or(search::Objective::kBalanced) != search::Objective::kBalanced) {
        throw_bad_input("run.option",
                        {},
                        "--traffic-budget is for --objective balanced alone; leave one of them "
                        "out");
    }
}

}  // namespace

Span<MethodOption> method_options() {
    return {kOptions.data(), kOptions.size()};
}

void check_method_options(const Simulation& simulation, const plan::Method& method) {
    for (const MethodOption& option : kOptions) {
        if (option.given(simulation) && !option.used_by(method)) {
            throw_bad_input("run.option",
                            {},
                            fmt::format("{} is for {}, and {} is none; leave it out",
                                        option.name,
                                        option.whose,
                                        method.name));
        }
    }
    check_values(simulation.search);
}

void check_plan_options(const Simulation& simulation) {
    for (const MethodOption& option : kOptions) {
        if (option.given(simulation)) {
            throw_bad_input("run.option",
                            {},
                            fmt::format("{} is for making a plan, and one is given; leave it out",
                                        option.name));
        }
    }
}

}  // namespace systole
