#include "tests/support/referee.h"

#include "tests/support/paths.h"
#include "tests/support/process.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace systole::test {

namespace fs = std::filesystem;

PlanFiles PlanFiles::in(const fs::path& folder, const std::string& case_name) {
    return {folder / (case_name + "_schedule.txt"),
            folder / (case_name + "_memory.txt"),
            folder / (case_name + "_spill.txt")};
}

std::optional<nlohmann::json> run_referee(const fs::path& trace_json,
                                          const PlanFiles& plan,
                                          const std::optional<PerTier<std::uint64_t>>& capacity) {
    const std::optional<fs::path> shared = shared_dir();
    if (!shared || !fs::exists(*shared / "tools/check_plan.py")) {
        return std::nullopt;
    }
    std::vector<std::string> argv = {"python3",
                                     *shared / "tools/check_plan.py",
                                     trace_json,
                                     "--json",
                                     "--schedule",
                                     plan.schedule};
    if (!plan.memory.empty()) {
        argv.insert(argv.end(), {"--memory", plan.memory});
    }
    if (!plan.spill.empty()) {
        argv.insert(argv.end(), {"--spill", plan.spill});
    }
    if (capacity) {
        std::string list;
        for (const Tier t : kTiers) {
            list += (list.empty() ? "" : ",") + std::string(name(t)) + "=" +
                    std::to_string((*capacity)[t]);
        }
        argv.insert(argv.end(), {"--capacity", list});
    }

    const std::optional<ProcessResult> run = run_process(argv);
    if (!run) {
        return std::nullopt;
    }
    if (run->status != 0 && run->status != 1) {
        throw std::runtime_error("the referee cannot use its input: " + run->err);
    }
    nlohmann::json verdict = {{"legal", false}};
    nlohmann::json errors = nlohmann::json::array();
    std::istringstream lines(run->out + run->err);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.front() == '{') {
            verdict = nlohmann::json::parse(line);
        } else if (!line.empty()) {
            errors.push_back(line);
        }
    }
    verdict["errors"] = errors;
    return verdict;
}

}  // namespace systole::test
