#include "sim/compare/side.h"

#include "sim/core/byte_source.h"
#include "sim/core/error.h"
#include "sim/run/run.h"
#include "sim/store/metric_table.h"
#include "sim/store/query.h"
#include "sim/sweep/point_runner.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <utility>

namespace systole::compare {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using store::Value;

// Where a metric of the table stands in report.json, where that is not under its own name.
const std::map<std::string_view, std::vector<const char*>> kReportPaths = {
    {"critical_path", {"bounds", "critical_path"}},
    {"busiest_pipe", {"bounds", "busiest_pipe", "cycles"}},
    {"ddr_read", {"ddr_bytes", "read"}},
    {"ddr_write", {"ddr_bytes", "write"}},
    {"ddr_extra", {"ddr_bytes", "extra"}},
    {"energy_pj", {"energy_pj", "total"}},
};

Value number(const Json& json) {
    if (json.is_number_integer()) {
        return json.get<std::int64_t>();
    }
    return json.is_number() ? Value(json.get<double>()) : Value();
}

Value metric_in(const Json& report, std::string_view name) {
    const Json* at = &report;
    std::vector<std::string> path;
    if (const auto found = kReportPaths.find(name); found != kReportPaths.end()) {
        path.assign(found->second.begin(), found->second.end());
    } else if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
        path = {std::string(name.substr(0, dot)), std::string(name.substr(dot + 1))};
    } else {
        path = {std::string(name)};
    }
    for (const std::string& step : path) {
        if (!at->is_object() || !at->contains(step)) {
            return {};
        }
        at = &(*at)[step];
    }
    return number(*at);
}

std::uint64_t whole(const Json& object, const char* name) {
    return object.contains(name) && object[name].is_number_unsigned()
               ? object[name].get<std::uint64_t>()
               : 0;
}

void add_layers(const Json& report, store::Point& point) {
    std::uint64_t macs = 0;
    for (const Json& from : report.value("layers", Json::array())) {
        store::LayerRow row;
        row.name = from.value("name", "");
        row.nodes = whole(from, "nodes");
        row.start = whole(from, "start");
        row.end = whole(from, "end");
        row.cycles = whole(from, "cycles");
        row.macs = whole(from, "macs");
        row.vector_ops = whole(from, "vector_ops");
        const Json bytes = from.value("ddr_bytes", Json::object());
        row.ddr_read = whole(bytes, "read");
        row.ddr_write = whole(bytes, "write");
        if (from.contains("energy_pj") && from["energy_pj"].is_object()) {
            row.energy_pj = from["energy_pj"].value("total", 0.0);
        }
        if (from.contains("pe_utilization") && from["pe_utilization"].is_number()) {
            row.pe_utilization = from["pe_utilization"].get<double>();
        }
        for (const Pipe pipe : kPipes) {
            row.busy[pipe] = whole(from.value("busy", Json::object()), name(pipe).data());
        }
        macs += row.macs;
        point.layers.push_back(std::move(row));
    }
    if (!point.layers.empty()) {
        point.metrics[store::metric_index("macs")] = static_cast<std::int64_t>(macs);
    }
}

// A report, or one on standard input ("-").
Json parsed_report(const fs::path& path) {
    std::string text;
    ByteSource source(path.string(), {"compare.file", "compare.file", {}}, nullptr);
    for (std::string_view piece = source.next(); !piece.empty(); piece = source.next()) {
        text.append(piece);
    }
    return Json::parse(text, nullptr, false);
}

store::Point point_of_report(const fs::path& path) {
    const Json report = parsed_report(path);
    if (report.is_discarded() || !report.is_object() ||
        report.value("schema", "").rfind("systole.report/", 0) != 0 ||
        !report.contains("makespan") || !report.contains("workload")) {
        throw_bad_input("compare.report",
                        {path.string(), 0, {}},
                        "this is no report.json of systole: it lacks schema, workload or makespan");
    }
    store::Point point;
    point.workload = report["workload"].get<std::string>();
    point.config = report.value("config", "");
    point.method = report.value("schedule", "");
    for (const store::Metric& metric : store::metric_table()) {
        point.metrics.push_back(metric_in(report, metric.name));
    }
    if (report.contains("accounting")) {
        PerPipe<model::PipeAccount> accounting{};
        for (const Pipe pipe : kPipes) {
            const Json parts = report["accounting"].value(std::string(name(pipe)), Json::object());
            accounting[pipe] = {whole(parts, "busy"),
                                whole(parts, "dependency"),
                                whole(parts, "address"),
                                whole(parts, "contention"),
                                whole(parts, "drained")};
        }
        point.accounting = accounting;
    }
    add_layers(report, point);
    return point;
}

Side side_of_folder(const fs::path& folder) {
    Side side{folder.string(), {}};
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().filename() == "report.json") {
            side.points.push_back(
                {entry.path().parent_path().lexically_relative(folder).generic_string(),
                 point_of_report(entry.path())});
        }
    }
    std::sort(side.points.begin(), side.points.end(), [](const auto& a, const auto& b) {
        return a.point < b.point;
    });
    return side;
}

// Rows of a database as points. What a point is called are its swept keys, method, spill rule and
// objective: they tell it apart in both files, where numbers may shift.
class Collector : public store::RowSink {
 public:
    Collector(Side& side, std::size_t keys) : side_(side), keys_(keys) {}
    void begin(const std::vector<std::string>& columns) override { columns_ = columns; }
    void row(const std::vector<Value>& cells) override {
        SidePoint made;
        store::Point& point = made.result;
        point.identity = store::value_text(cells[0]);
        point.workload = store::value_text(cells[1]);
        const std::string status = store::value_text(cells[2]);
        point.status = status == "ok" ? store::Status::kOk : store::Status::kFailed;
        point.rule = status == "ok" ? "" : status + " " + store::value_text(cells[3]);
        for (std::size_t i = 4; i < 8 + keys_; ++i) {
            const std::string text = store::value_text(cells[i]);
            if (!text.empty()) {
                made.point +=
                    (made.point.empty() ? "" : " ") + (i < 8 ? text : columns_[i] + "=" + text);
            }
        }
        point.metrics.assign(cells.begin() + static_cast<std::ptrdiff_t>(8 + keys_), cells.end());
        side_.points.push_back(std::move(made));
    }
    void end() override {}

 private:
    Side& side_;
    std::size_t keys_;
    std::vector<std::string> columns_;
};

Side side_of_database(const std::string& path) {
    Side side{path, {}};
    const store::Reader reader(path);
    store::Query query;
    query.columns = {
        "identity", "workload", "status", "rule", "sweep", "method", "spill", "objective"};
    query.columns.insert(query.columns.end(), reader.keys().begin(), reader.keys().end());
    for (const store::Metric& metric : store::metric_table()) {
        query.columns.emplace_back(metric.name);
    }
    Collector collector(side, reader.keys().size());
    reader.query(query, collector);
    std::map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < side.points.size(); ++i) {
        place[side.points[i].result.identity] = i;
    }
    const store::Database& database = reader.database();
    store::Statement accounts = database.prepare(
        "SELECT lower(hex(p.identity)), a.pipe, a.busy, a.dependency, a.address, a.contention, "
        "a.drained FROM accounting a JOIN points p ON p.id = a.point");
    while (accounts.step()) {
        const auto at = place.find(accounts.text(0));
        const auto pipe = pipe_from(accounts.text(1));
        if (at != place.end() && pipe) {
            auto& accounting = side.points[at->second].result.accounting;
            accounting = accounting.value_or(PerPipe<model::PipeAccount>{});
            const auto cycles = [&](int column) {
                return static_cast<Cycles>(accounts.whole(column));
            };
            (*accounting)[*pipe] = {cycles(2), cycles(3), cycles(4), cycles(5), cycles(6)};
        }
    }
    store::Statement layers = database.prepare(
        "SELECT lower(hex(p.identity)), l.name, l.cycles, l.macs, l.ddr_read, l.ddr_write, "
        "l.energy_pj FROM layers l JOIN points p ON p.id = l.point ORDER BY l.point, l.layer");
    while (layers.step()) {
        const auto at = place.find(layers.text(0));
        if (at == place.end()) {
            continue;
        }
        store::LayerRow row;
        row.name = layers.text(1);
        row.cycles = static_cast<Cycles>(layers.whole(2));
        row.macs = static_cast<std::uint64_t>(layers.whole(3));
        row.ddr_read = static_cast<Bytes>(layers.whole(4));
        row.ddr_write = static_cast<Bytes>(layers.whole(5));
        const Value energy = layers.value(6);
        if (const auto* real = std::get_if<double>(&energy)) {
            row.energy_pj = *real;
        }
        side.points[at->second].result.layers.push_back(std::move(row));
    }
    return side;
}

bool is_sqlite(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(15, '\0');
    file.read(head.data(), 15);
    return head == "SQLite format 3";
}

}  // namespace

Side read_side(const std::string& path) {
    if (path == "-") {
        return {path, {{"", point_of_report(path)}}};
    }
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status)) {
        throw_bad_input("compare.file", {path, 0, {}}, "there is no such file or folder");
    }
    Side side;
    if (fs::is_directory(status)) {
        side = side_of_folder(path);
    } else if (is_sqlite(path)) {
        side = side_of_database(path);
    } else {
        side = {path, {{"", point_of_report(path)}}};
    }
    if (side.points.empty()) {
        throw_refused("compare.empty",
                      {path, 0, {}},
                      "there are no results in it, so nothing can be compared");
    }
    return side;
}

SidePoint side_point(const RunRequest& request, const std::string& point, RunCache* cache) {
    SidePoint made{point, {}};
    sweep::add_result(run(request, {}, cache), made.result);
    return made;
}

}  // namespace systole::compare
