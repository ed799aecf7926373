#pragma once

#include "sim/core/output_set.h"
#include "sim/report/csv_field.h"
#include "sim/result/run_result.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::report {

enum class ReportFile : std::size_t { kReport, kLayers, kOps, kTimeline, kPlan, kPage };
inline constexpr std::array<std::string_view, 6> kReportFileNames = {
    "report", "layers", "ops", "timeline", "plan", "page"};

// Runs of more nodes than this have no ops.csv and timeline.json unless they are asked for.
inline constexpr std::size_t kMostNodesUnasked = 100'000;

// The files asked for, by ReportFile; none: every file but large ones.
using FileChoice = std::optional<std::array<bool, kReportFileNames.size()>>;

// From names of kReportFileNames. Error{kBadInput, "usage.write"} names the known ones.
FileChoice file_choice(const std::vector<std::string>& names);

// What a user asks of the files of a run.
struct ReportFiles {
    FileChoice choice;
    std::string plan_folder;  // where the plan of a replay lies, which is left alone; "": none
    CsvNames names = CsvNames::kPlain;
};

// Refuses what write_report_files would refuse whatever the run gives: a folder that cannot be
// written, a file that `out` knows as an input. Makes nothing: for before a long run.
void check_report_files(const std::string& workload,
                        const std::string& folder,
                        const ReportFiles& files,
                        const OutputSet& out);

// Adds the files of a run in `folder`, which is made if need be, to `out`, whose commit also
// removes those of an earlier run that are not written now. Returns what the user should know:
// where the report is, what was left out and why. A file that was asked for and cannot be had (no
// single timeline) is an Error{kBadInput, "run.absent"}. Errors: those of OutputSet.
std::vector<std::string> write_report_files(const RunResult& result,
                                            const std::string& folder,
                                            const ReportFiles& files,
                                            OutputSet& out);

}  // namespace systole::report
