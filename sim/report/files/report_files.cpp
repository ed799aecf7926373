#include "sim/report/files/report_files.h"

#include "sim/core/error.h"
#include "sim/core/json_text.h"
#include "sim/core/nearest.h"
#include "sim/core/output_folder.h"
#include "sim/load/plan_file.h"
#include "sim/report/config_json.h"
#include "sim/report/html/html_report.h"
#include "sim/report/layers_csv.h"
#include "sim/report/ops_csv.h"
#include "sim/report/perfetto.h"
#include "sim/report/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace systole::report {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The files whose names do not depend on the workload. `mark` stands near the start of those that
// systole wrote: a user's file of the same name is not one to clear away.
struct FixedName {
    ReportFile file;
    const char* name;
    std::string_view mark;
};
constexpr std::array kFixedNames = {
    FixedName{ReportFile::kReport, "report.json", "\"systole.report/"},
    FixedName{ReportFile::kLayers, "layers.csv", "layer,name,nodes,start,end,cycles"},
    FixedName{ReportFile::kOps, "ops.csv", "position,id,op,pipe,cycles,start,end"},
    FixedName{ReportFile::kTimeline, "timeline.json", "\"systole.timeline/"},
    FixedName{ReportFile::kPage, "report.html", "systole</title>"}};

bool is_marked(const std::string& path, std::string_view mark) {
    std::ifstream in(path, std::ios::binary);
    std::string start(1024, '\0');
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(in.gcount()));
    return start.find(mark) != std::string::npos;
}

bool asked(const FileChoice& choice, ReportFile file) {
    return choice && (*choice)[static_cast<std::size_t>(file)];
}
bool wanted(const FileChoice& choice, ReportFile file) {
    return !choice || asked(choice, file);
}

// The case that a report in the folder names, or "".
std::string reported_case(const fs::path& folder) {
    std::ifstream in(folder / "report.json");
    const Json json = Json::parse(in, nullptr, false);
    if (!json.is_object() || json.value("schema", "") != "systole.report/1" ||
        !json.contains("workload") || !json["workload"].is_string()) {
        return "";
    }
    return json["workload"].get<std::string>();
}

class Writer {
 public:
    Writer(const RunResult& result, std::string folder, const ReportFiles& files, OutputSet& out)
        : result_(result),
          folder_(std::move(folder)),
          files_(files),
          choice_(files.choice),
          out_(out) {}

    std::vector<std::string> write() {
        for (const ReportFile file :
             {ReportFile::kOps, ReportFile::kTimeline, ReportFile::kPlan, ReportFile::kPage}) {
            if (asked(choice_, file) && !result_.has_timeline()) {
                throw_bad_input("run.absent",
                                {},
                                fmt::format("--write {} cannot be had: {}",
                                            kReportFileNames[static_cast<std::size_t>(file)],
                                            result_.why_absent("timeline")));
            }
        }
        const std::string earlier = reported_case(folder_);
        create_output_folder(folder_);
        put(ReportFile::kReport, [&](OutputFile& file) { write_report_json(result_, file); });
        if (!result_.layers.layers.empty()) {
            put(ReportFile::kLayers,
                [&](OutputFile& file) { write_layers_csv(result_, file, files_.names); });
        }
        if (result_.has_timeline()) {
            write_timed();
        }
        remove_stale(earlier);
        notes_.insert(notes_.begin(),
                      fmt::format("report: {}/{}",
                                  folder_,
                                  written("report.html") || written_.empty() ? "report.html"
                                                                             : written_.front()));
        return std::move(notes_);
    }

 private:
    bool written(const std::string& name) const {
        return std::find(written_.begin(), written_.end(), name) != written_.end();
    }
    std::string path(const std::string& name) const { return (fs::path(folder_) / name).string(); }

    template <class Write>
    void put(ReportFile file, Write write) {
        if (wanted(choice_, file)) {
            const char* name = std::find_if(kFixedNames.begin(), kFixedNames.end(), [&](auto& f) {
                                   return f.file == file;
                               })->name;
            write(out_.open(path(name)));
            written_.emplace_back(name);
        }
    }

    // What grows with the nodes that ran.
    void write_timed() {
        const std::size_t nodes = result_.graph.nodes();
        const bool large = !choice_ && nodes > kMostNodesUnasked;
        if (wanted(choice_, ReportFile::kPlan)) {
            load::write_plan(result_.plan, *result_.program, folder_, result_.workload, out_);
            for (const std::string& file : load::written_plan_files(folder_, result_.workload)) {
                written_.push_back(fs::path(file).filename().string());
            }
        }
        if (large) {
            notes_.push_back(
                fmt::format("ops.csv and timeline.json of {} nodes were left out; --write "
                            "report,layers,ops,timeline,plan,page writes them",
                            nodes));
        } else {
            put(ReportFile::kOps,
                [&](OutputFile& file) { write_ops_csv(result_, file, files_.names); });
            put(ReportFile::kTimeline, [&](OutputFile& file) { write_perfetto(result_, file); });
        }
        put(ReportFile::kPage, [&](OutputFile& file) {
            write_html_report(result_,
                              json_text(summary_json(result_)),
                              json_text(config_rows_json(result_.config)),
                              file);
        });
    }

    void remove_stale(const std::string& earlier) {
        const std::string& plan_folder = files_.plan_folder;
        std::vector<std::string> known;
        for (const FixedName& fixed : kFixedNames) {
            if (is_marked(path(fixed.name), fixed.mark)) {
                known.emplace_back(fixed.name);
            }
        }
        std::error_code missing;
        if (!earlier.empty() && earlier.find('/') == std::string::npos &&
            (plan_folder.empty() || !fs::equivalent(plan_folder, folder_, missing))) {
            for (const std::string& file : load::written_plan_files(folder_, earlier)) {
                known.push_back(fs::path(file).filename().string());
            }
        }
        for (const std::string& name : known) {
            if (!written(name) && fs::exists(path(name), missing)) {
                out_.remove(path(name));
                notes_.push_back(fmt::format("{} of an earlier run was removed", path(name)));
            }
        }
    }

    const RunResult& result_;
    std::string folder_;
    const ReportFiles& files_;
    const FileChoice& choice_;
    OutputSet& out_;
    std::vector<std::string> written_;
    std::vector<std::string> notes_;
};

}  // namespace

FileChoice file_choice(const std::vector<std::string>& names) {
    if (names.empty()) {
        return {};
    }
    FileChoice choice;
    choice.emplace();
    for (const std::string& name : names) {
        const auto* found = std::find(kReportFileNames.begin(), kReportFileNames.end(), name);
        if (found == kReportFileNames.end()) {
            throw_bad_input(
                "usage.write",
                {},
                fmt::format(
                    "--write knows no '{}'; known are: {}{}",
                    name,
                    fmt::join(kReportFileNames, ", "),
                    did_you_mean(name, {kReportFileNames.begin(), kReportFileNames.end()})));
        }
        (*choice)[static_cast<std::size_t>(found - kReportFileNames.begin())] = true;
    }
    return choice;
}

void check_report_files(const std::string& workload,
                        const std::string& folder,
                        const ReportFiles& files,
                        const OutputSet& out) {
    check_output_folder(folder);
    for (const FixedName& fixed : kFixedNames) {
        if (wanted(files.choice, fixed.file)) {
            out.check((fs::path(folder) / fixed.name).string());
        }
    }
    if (wanted(files.choice, ReportFile::kPlan)) {
        for (const std::string& file : load::written_plan_files(folder, workload)) {
            out.check(file);
        }
    }
}

std::vector<std::string> write_report_files(const RunResult& result,
                                            const std::string& folder,
                                            const ReportFiles& files,
                                            OutputSet& out) {
    return Writer(result, folder, files, out).write();
}

}  // namespace systole::report
