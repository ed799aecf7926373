#pragma once

#include "sim/core/hardware.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace systole::test {

// The three files of a plan; an empty memory or spill path means "not given".
struct PlanFiles {
    std::filesystem::path schedule;
    std::filesystem::path memory;
    std::filesystem::path spill;

    // FOLDER/CASE_schedule.txt and so on.
    static PlanFiles in(const std::filesystem::path& folder, const std::string& case_name);
};

// Judges a plan with shared_dir()/tools/check_plan.py, an implementation of the rules that shares
// no code with this one. The result has its members (legal, makespan, spills, extra_ddr, peak,
// peak_all, peak_l1_ub, resident_peak, busy) and `errors`, the list of what is illegal; only
// `legal` and `errors` when the plan is too broken to time. Reference capacities unless others are
// given. Empty where there is no referee or no python3. std::runtime_error when it cannot use the
// input.
std::optional<nlohmann::json> run_referee(
    const std::filesystem::path& trace_json,
    const PlanFiles& plan,
    const std::optional<PerTier<std::uint64_t>>& capacity = std::nullopt);

}  // namespace systole::test
