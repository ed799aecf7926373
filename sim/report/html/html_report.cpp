#include "sim/report/html/html_report.h"

#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/report/html/assets.h"
#include "sim/report/html/html_escape.h"
#include "sim/report/html/run_facts.h"
#include "sim/report/html/run_nodes.h"

#include <fmt/format.h>

#include <string_view>

namespace systole::report {
namespace {

// The template's `{{name}}` marks and what stands in their place.
class Page {
 public:
    Page(std::string_view page, OutputFile& out) : rest_(page), out_(out) {}

    // Writes the template up to the mark `name`, which must be the next one, and `text` for it.
    void put(std::string_view name, std::string_view text) {
        const std::string mark = fmt::format("{{{{{}}}}}", name);
        const std::size_t at = rest_.find("{{");
        SYSTOLE_INVARIANT(at != std::string_view::npos && rest_.substr(at, mark.size()) == mark,
                          "the report's template lacks the mark " + mark);
        out_.write(rest_.substr(0, at));
        out_.write(text);
        rest_.remove_prefix(at + mark.size());
    }
    void finish() {
        SYSTOLE_INVARIANT(rest_.find("{{") == std::string_view::npos,
                          "the report's template has a mark too many");
        out_.write(rest_);
    }

 private:
    std::string_view rest_;
    OutputFile& out_;
};

}  // namespace

void write_html_report(const RunReport& report,
                       const std::string& summary_json,
                       const std::string& config_json,
                       const std::string& path,
                       const HtmlOptions& options) {
    const bool by_node = html::timed_nodes(report.graph) <= options.max_timed_nodes;
    OutputFile out(path);
    Page page(html::kTemplate, out);
    page.put("title",
             html::escape_text(
                 fmt::format("{} \u00b7 {} \u00b7 systole", report.workload, report.schedule)));
    page.put("style", html::kStyle);
    page.put("summary", html::escape_json_for_script(summary_json));
    page.put("config", html::escape_json_for_script(config_json));
    page.put("facts", html::escape_json_for_script(html::facts_json(report)));
    page.put("nodes", by_node ? html::escape_json_for_script(html::nodes_json(report)) : "null");
    page.put("bins",
             by_node ? "null"
                     : html::escape_json_for_script(
                           html::bins_json(report, html::sum_up(report, options.bins))));
    page.put("d3_licence", html::kD3Licence);
    page.put("d3", html::kD3);
    page.put("script", html::kScript);
    page.finish();
    out.commit();
}

}  // namespace systole::report
