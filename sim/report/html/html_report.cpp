#include "sim/report/html/html_report.h"

#include "sim/core/output_file.h"
#include "sim/report/html/assets.h"
#include "sim/report/html/html_escape.h"
#include "sim/report/html/page.h"
#include "sim/report/html/run_facts.h"
#include "sim/report/html/run_nodes.h"

#include <fmt/format.h>

namespace systole::report {

void write_html_report(const RunResult& report,
                       const std::string& summary_json,
                       const std::string& config_json,
                       OutputFile& out,
                       const HtmlOptions& options) {
    const bool by_node = html::timed_nodes(report.graph) <= options.max_timed_nodes;
    html::Page page(html::kReportPage, out);
    page.put("title",
             html::escape_text(
                 fmt::format("{} \u00b7 {} \u00b7 systole", report.workload, report.method)));
    page.put("style", html::kStyle);
    page.put("roofline_section", html::kRooflineSection);
    page.put("summary", html::escape_json_for_script(summary_json));
    page.put("config", html::escape_json_for_script(config_json));
    page.put("facts", html::escape_json_for_script(html::facts_json(report)));
    page.put("nodes", by_node ? html::escape_json_for_script(html::nodes_json(report)) : "null");
    page.put("bins",
             by_node ? "null"
                     : html::escape_json_for_script(
                           html::bins_json(report, html::sum_up(report, options.bins))));
    page.put("script", html::kReportScript);
    page.finish();
}

}  // namespace systole::report
