#include "sim/report/html/roofline_page.h"

#include "sim/core/output_file.h"
#include "sim/report/html/assets.h"
#include "sim/report/html/html_escape.h"
#include "sim/report/html/page.h"

namespace systole::report {

void write_roofline_page(const std::string& title, const std::string& json, OutputFile& out) {
    html::Page page(html::kRooflinePage, out);
    page.put("title", html::escape_text(title));
    page.put("style", html::kStyle);
    page.put("roofline_section", html::kRooflineSection);
    page.put("roofline", html::escape_json_for_script(json));
    page.put("script", html::kRooflineScript);
    page.finish();
}

}  // namespace systole::report
