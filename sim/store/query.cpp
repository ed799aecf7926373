#include "sim/store/query.h"

#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/store/expression.h"
#include "sim/store/metric_table.h"
#include "sim/store/pareto.h"
#include "sim/store/point.h"
#include "sim/store/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace systole::store {
namespace {

constexpr const char* kLayerColumns[] = {"layer",
                                         "name",
                                         "nodes",
                                         "start",
                                         "end",
                                         "cycles",
                                         "busy.MTE1",
                                         "busy.MTE2",
                                         "busy.MTE3",
                                         "busy.CUBE",
                                         "busy.VECTOR",
                                         "busy.FIXP",
                                         "macs",
                                         "pe_utilization",
                                         "vector_ops",
                                         "ddr_read",
                                         "ddr_write",
                                         "ddr_spills",
                                         "energy_pj"};
constexpr const char* kAccounts[] = {"busy", "dependency", "address", "contention", "drained"};

const char* from_clause(Rows rows) {
    switch (rows) {
        case Rows::kLayers:
            return " JOIN layers d ON d.point = p.id";
        case Rows::kPipes:
            return " JOIN accounting d ON d.point = p.id";
        case Rows::kEnergy:
            return " JOIN energy d ON d.point = p.id";
        case Rows::kPoints:
            break;
    }
    return "";
}

// What tells rows of one point apart, in the order that reports have.
std::string detail_order(Rows rows) {
    switch (rows) {
        case Rows::kLayers:
            return ", d.layer";
        case Rows::kPipes: {
            std::string order = ", CASE d.pipe";
            for (std::size_t i = 0; i < kPipeCount; ++i) {
                order += fmt::format(" WHEN '{}' THEN {}", kPipeNames[i], i);
            }
            return order + " END";
        }
        case Rows::kEnergy:
            return ", d.unit";
        case Rows::kPoints:
            break;
    }
    return "";
}

}  // namespace

Reader::Reader(const std::string& path) : database_(path, Database::Mode::kRead) {
    check_schema(database_);
    keys_ = key_columns(database_);
    sweep_count_ = sweeps().size();
}

std::vector<std::string> Reader::sweeps() const {
    std::vector<std::string> names;
    Statement statement = database_.prepare("SELECT name FROM sweeps ORDER BY name");
    while (statement.step()) {
        names.push_back(statement.text(0));
    }
    return names;
}

std::uint64_t Reader::points() const {
    return static_cast<std::uint64_t>(
        std::get<std::int64_t>(database_.first("SELECT count(*) FROM sweep_points")));
}

std::vector<Reader::Column> Reader::columns_of(Rows rows) const {
    const bool points = rows == Rows::kPoints;
    std::vector<Column> columns = {{"sweep", "s.name", sweep_count_ > 1},
                                   {"point", "sp.number", true},
                                   {"workload", "p.workload", true},
                                   {"config", "p.config", false},
                                   {"method", "p.method", true},
                                   {"spill", "p.spill", false},
                                   {"objective", "p.objective", false}};
    for (const std::string& key : keys_) {
        columns.push_back({key, "p." + identifier(key), true});
    }
    columns.push_back({"status", "p.status", points});
    columns.push_back({"rule", "p.rule", false});
    columns.push_back({"message", "p.message", false});
    columns.push_back({"identity", "lower(hex(p.identity))", false});
    columns.push_back({"command", "(SELECT command FROM commands r WHERE r.point = p.id)", false});
    const auto add_detail = [&](const char* name) {
        columns.push_back({name, "d." + identifier(name), true});
    };
    if (rows == Rows::kLayers) {
        for (const char* name : kLayerColumns) {
            add_detail(name);
        }
    } else if (rows == Rows::kPipes) {
        add_detail("pipe");
        for (const char* name : kAccounts) {
            add_detail(name);
        }
        columns.push_back({"makespan", "p.makespan", true});
    } else if (rows == Rows::kEnergy) {
        add_detail("unit");
        add_detail("energy_pj");
    } else {
        for (const Metric& metric : metric_table()) {
            columns.push_back({std::string(metric.name), "p." + identifier(metric.name), true});
        }
        for (const char* account : kAccounts) {
            for (const std::string_view pipe : kPipeNames) {
                columns.push_back({fmt::format("{}.{}", account, pipe),
                                   fmt::format("(SELECT {} FROM accounting a WHERE a.point = p.id "
                                               "AND a.pipe = '{}')",
                                               account,
                                               pipe),
                                   false});
            }
        }
    }
    return columns;
}

std::vector<std::string> Reader::column_names(Rows rows) const {
    std::vector<std::string> names;
    for (const Column& column : columns_of(rows)) {
        names.push_back(column.name);
    }
    return names;
}

std::vector<std::string> Reader::usual_columns(Rows rows) const {
    std::vector<std::string> names;
    for (const Column& column : columns_of(rows)) {
        if (column.usual) {
            names.push_back(column.name);
        }
    }
    return names;
}

const Reader::Column& Reader::find(const std::vector<Column>& columns,
                                   const std::string& name,
                                   const char* rule) const {
    const auto found = std::find_if(
        columns.begin(), columns.end(), [&](const Column& column) { return column.name == name; });
    if (found == columns.end()) {
        std::vector<std::string_view> names;
        for (const Column& column : columns) {
            names.push_back(column.name);
        }
        throw_bad_input(rule,
                        {database_.path(), 0, {}},
                        fmt::format("there is no column '{}'{}; there are: {}",
                                    name,
                                    did_you_mean(name, names),
                                    fmt::join(names, ", ")));
    }
    return *found;
}

std::string Reader::conditions(const Query& query, const std::vector<Column>& columns) const {
    std::string sql = " WHERE 1";
    if (!query.sweep.empty()) {
        const std::vector<std::string> names = sweeps();
        if (std::find(names.begin(), names.end(), query.sweep) == names.end()) {
            throw_bad_input(
                "query.sweep",
                {database_.path(), 0, {}},
                fmt::format(
                    "there is no sweep '{}'; there are: {}", query.sweep, fmt::join(names, ", ")));
        }
        std::string escaped;
        for (const char c : query.sweep) {
            escaped.append(c == '\'' ? 2 : 1, c);
        }
        sql += fmt::format(" AND s.name = '{}'", escaped);
    }
    if (!query.where.empty()) {
        std::vector<std::string> names;
        for (const Column& column : columns) {
            names.push_back(column.name);
        }
        const auto column = [&](const std::string& name) -> std::string {
            const auto found = std::find(names.begin(), names.end(), name);
            return found == names.end()
                       ? ""
                       : columns[static_cast<std::size_t>(found - names.begin())].sql;
        };
        sql += fmt::format(
            " AND ({})",
            expression_sql(query.where, column, names, "query.where", {database_.path(), 0, {}}));
    }
    return sql;
}

// Only the user's expression can make a statement of ours unacceptable.
Statement Reader::prepare(const std::string& sql, const Query& query) const {
    try {
        return database_.prepare(sql);
    } catch (const Error& error) {
        if (error.rule() != "store.sql" || query.where.empty()) {
            throw;
        }
        throw_bad_input("query.where",
                        error.where(),
                        fmt::format("in the expression \"{}\": {}", query.where, error.message()));
    }
}

void Reader::keep_front(const Query& query) const {
    const std::vector<Column> columns = columns_of(Rows::kPoints);
    std::string sql = "SELECT sp.sweep, sp.number, p.workload";
    std::vector<double> signs;
    for (const std::string& name : query.pareto) {
        const std::size_t metric = metric_index(name);
        const bool larger =
            metric < metric_table().size() && metric_table()[metric].better == Better::kLarger;
        signs.push_back(larger ? -1.0 : 1.0);
        sql += ", " + find(columns, name, "query.pareto").sql;
    }
    sql += fmt::format(
        " FROM sweep_points sp JOIN sweeps s ON s.id = sp.sweep JOIN points p ON p.id = sp.point{} "
        "AND p.status = 'ok' ORDER BY p.workload, 4, sp.sweep, sp.number",
        conditions(query, columns));
    database_.run(
        "CREATE TEMP TABLE IF NOT EXISTS front(sweep INTEGER, number INTEGER, PRIMARY "
        "KEY(sweep, number)) WITHOUT ROWID; DELETE FROM front");
    Statement insert = database_.prepare("INSERT INTO front VALUES(?, ?)");
    Statement rows = prepare(sql, query);
    ParetoFront front;
    std::vector<std::pair<std::int64_t, std::int64_t>> points;
    std::string workload;
    const auto store_front = [&] {
        for (const ParetoFront::Entry& entry : front.entries()) {
            insert.bind(1, points[entry.tag].first).bind(2, points[entry.tag].second).run();
        }
        front = {};
        points.clear();
    };
    while (rows.step()) {
        if (rows.text(2) != workload) {
            store_front();
            workload = rows.text(2);
        }
        std::vector<double> values;
        for (std::size_t i = 0; i < signs.size(); ++i) {
            const Value value = rows.value(static_cast<int>(i) + 3);
            const auto* whole = std::get_if<std::int64_t>(&value);
            const auto* real = std::get_if<double>(&value);
            if (whole == nullptr && real == nullptr) {
                break;  // unknown: no place in a front
            }
            values.push_back(signs[i] * (whole != nullptr ? static_cast<double>(*whole) : *real));
        }
        if (values.size() == signs.size() && front.offer(std::move(values), points.size())) {
            points.emplace_back(rows.whole(0), rows.whole(1));
        }
    }
    store_front();
}

void Reader::query(const Query& query, RowSink& sink) const {
    const std::vector<Column> columns = columns_of(query.rows);
    std::vector<std::string> wanted =
        query.columns.empty() ? usual_columns(query.rows) : query.columns;
    std::string sql = "SELECT ";
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        sql += (i == 0 ? "" : ", ") + find(columns, wanted[i], "query.column").sql;
    }
    sql +=
        " FROM sweep_points sp JOIN sweeps s ON s.id = sp.sweep JOIN points p ON p.id = sp.point";
    sql += from_clause(query.rows);
    if (!query.pareto.empty()) {
        keep_front(query);
        sql += " JOIN front f ON f.sweep = sp.sweep AND f.number = sp.number";
    }
    sql += conditions(query, columns) + " ORDER BY ";
    for (const std::string& name : query.sort) {
        const bool falling = !name.empty() && name[0] == '-';
        sql += find(columns, name.substr(falling ? 1 : 0), "query.sort").sql;
        sql += falling ? " DESC, " : ", ";
    }
    sql += (sweep_count_ > 1 ? "s.name, sp.number" : "sp.sweep, sp.number");
    sql += detail_order(query.rows);
    if (query.limit) {
        sql += fmt::format(" LIMIT {}", *query.limit);
    }
    Statement rows = prepare(sql, query);
    sink.begin(wanted);
    std::vector<Value> cells(wanted.size());
    while (rows.step()) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            cells[i] = rows.value(static_cast<int>(i));
        }
        sink.row(cells);
    }
    sink.end();
}

}  // namespace systole::store
