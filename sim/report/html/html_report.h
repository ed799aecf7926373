#pragma once

#include "sim/core/output_file.h"
#include "sim/report/html/run_bins.h"
#include "sim/result/run_result.h"

#include <cstddef>
#include <string>

namespace systole::report {

struct HtmlOptions {
    // A run with more nodes on pipes than this is summed up in bins instead of drawn node by node,
    // so that the page stays a few megabytes.
    std::size_t max_timed_nodes = 200'000;
    html::BinOptions bins;
};

// Writes the page of one run to `out`: one file that asks nothing of the network. `summary_json`
// is the document of report.json, `config_json` an array of {key, value, unit, source}. Errors:
// those of OutputFile.
void write_html_report(const RunResult& report,
                       const std::string& summary_json,
                       const std::string& config_json,
                       OutputFile& out,
                       const HtmlOptions& options = {});

}  // namespace systole::report
