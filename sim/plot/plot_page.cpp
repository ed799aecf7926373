#include "sim/plot/plot_page.h"

#include "sim/core/error.h"
#include "sim/core/output_set.h"
#include "sim/plot/assets.h"
#include "sim/report/html/html_escape.h"
#include "sim/report/html/page.h"
#include "sim/store/metric_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace systole::plot {
namespace {

using Json = nlohmann::ordered_json;

// Collects rows as columns.
class Columns final : public store::RowSink {
 public:
    void begin(const std::vector<std::string>& columns) override {
        names = columns;
        values.assign(columns.size(), Json::array());
    }
    void row(const std::vector<store::Value>& cells) override {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            values[i].push_back(std::visit(
                [](const auto& value) -> Json {
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
                        return nullptr;
                    } else {
                        return value;
                    }
                },
                cells[i]));
        }
        ++size;
    }
    void end() override {}

    std::vector<std::string> names;
    std::vector<Json> values;
    std::uint64_t size = 0;
};

const char* better_text(store::Better better) {
    return better == store::Better::kLarger ? "larger" : "smaller";
}

Json describe(const std::string& name, const std::vector<std::string>& keys) {
    const std::size_t metric = store::metric_index(name);
    if (metric < store::metric_table().size()) {
        const store::Metric& row = store::metric_table()[metric];
        return {{"name", name},
                {"kind", "metric"},
                {"unit", row.unit},
                {"better", better_text(row.better)}};
    }
    const bool key = std::find(keys.begin(), keys.end(), name) != keys.end();
    return {{"name", name}, {"kind", key ? "key" : "word"}, {"unit", ""}, {"better", "smaller"}};
}

}  // namespace

void write_plot_page(const store::Reader& reader,
                     const std::string& title,
                     const std::string& where,
                     const std::string& path) {
    store::Query query;
    query.where = where;
    query.limit = kMostPoints + 1;
    query.columns = reader.usual_columns(store::Rows::kPoints);
    query.columns.emplace_back("command");
    Columns columns;
    reader.query(query, columns);
    if (columns.size == 0 || columns.size > kMostPoints) {
        throw_bad_input(
            "plot.points",
            {reader.database().path(), 0, {}},
            columns.size == 0
                ? std::string("there are no points to draw")
                : fmt::format("more than {} points; choose some with --where", kMostPoints));
    }
    Json data;
    data["title"] = title;
    data["size"] = columns.size;
    data["commands"] = std::move(columns.values.back());
    columns.values.pop_back();
    columns.names.pop_back();
    data["columns"] = Json::array();
    for (const std::string& name : columns.names) {
        data["columns"].push_back(describe(name, reader.keys()));
    }
    data["values"] = std::move(columns.values);
    OutputSet out;
    report::html::Page page(kPlotPage, out.open(path));
    page.put("title", report::html::escape_text(title));
    page.put("style", kPlotStyle);
    page.put("data",
             report::html::escape_json_for_script(
                 data.dump(-1, ' ', false, Json::error_handler_t::replace)));
    page.put("script", kPlotScript);
    page.finish();
    out.commit();
}

}  // namespace systole::plot
