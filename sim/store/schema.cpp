#include "sim/store/schema.h"

#include "sim/core/error.h"
#include "sim/core/hardware.h"
#include "sim/store/metric_table.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace systole::store {
namespace {

constexpr std::int64_t kApplicationId = 0x53595354;  // "SYST", PRAGMA application_id

// The columns of `points` that are no metric and no swept key.
constexpr const char* kTables = R"(
CREATE TABLE sweeps(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    definition TEXT NOT NULL,
    keys TEXT NOT NULL,
    points INTEGER,
    version TEXT NOT NULL,
    model_version INTEGER NOT NULL,
    command TEXT NOT NULL);
CREATE TABLE sources(
    sweep INTEGER NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    text TEXT,
    PRIMARY KEY(sweep, role, name)) WITHOUT ROWID;
CREATE TABLE sweep_points(
    sweep INTEGER NOT NULL,
    number INTEGER NOT NULL,
    point INTEGER NOT NULL,
    PRIMARY KEY(sweep, number)) WITHOUT ROWID;
CREATE TABLE commands(
    point INTEGER PRIMARY KEY,
    command TEXT NOT NULL);
CREATE TABLE accounting(
    point INTEGER NOT NULL,
    pipe TEXT NOT NULL,
    busy INTEGER NOT NULL,
    dependency INTEGER NOT NULL,
    address INTEGER NOT NULL,
    contention INTEGER NOT NULL,
    drained INTEGER NOT NULL,
    PRIMARY KEY(point, pipe)) WITHOUT ROWID;
CREATE TABLE energy(
    point INTEGER NOT NULL,
    unit TEXT NOT NULL,
    energy_pj REAL NOT NULL,
    PRIMARY KEY(point, unit)) WITHOUT ROWID;
)";

std::string points_table() {
    std::string sql =
        "CREATE TABLE points(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, workload TEXT "
        "NOT NULL, config TEXT NOT NULL, method TEXT NOT NULL, spill TEXT NOT NULL, objective TEXT "
        "NOT NULL, status TEXT NOT NULL, rule TEXT NOT NULL, message TEXT NOT NULL";
    for (const Metric& metric : metric_table()) {
        sql += fmt::format(", {} {}", identifier(metric.name), metric.whole ? "INTEGER" : "REAL");
    }
    return sql + ");";
}

std::string layers_table() {
    std::string sql =
        "CREATE TABLE layers(point INTEGER NOT NULL, layer INTEGER NOT NULL, name TEXT NOT NULL, "
        "nodes INTEGER NOT NULL, start INTEGER NOT NULL, \"end\" INTEGER NOT NULL, cycles INTEGER "
        "NOT NULL";
    for (const std::string_view pipe : kPipeNames) {
        sql += fmt::format(", \"busy.{}\" INTEGER NOT NULL", pipe);
    }
    return sql +
           ", macs INTEGER NOT NULL, pe_utilization REAL, vector_ops INTEGER NOT NULL, ddr_read "
           "INTEGER NOT NULL, ddr_write INTEGER NOT NULL, ddr_spills INTEGER NOT NULL, energy_pj "
           "REAL, PRIMARY KEY(point, layer)) WITHOUT ROWID;";
}

std::int64_t number_of(const Database& database, const char* pragma) {
    const Value value = database.first(fmt::format("PRAGMA {}", pragma));
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr ? *number : 0;
}

// Whether the file has fewer bytes than its header promises.
void check_length(const Database& database) {
    std::error_code failed;
    const auto bytes = std::filesystem::file_size(database.path(), failed);
    const std::int64_t promised =
        number_of(database, "page_count") * number_of(database, "page_size");
    if (!failed && bytes < static_cast<std::uintmax_t>(promised)) {
        throw_bad_input("store.damaged",
                        {database.path(), 0, {}},
                        fmt::format("this file has been cut off: it has {} bytes of {}; restore a "
                                    "copy, or merge what `sqlite3 FILE .recover` saves",
                                    bytes,
                                    promised));
    }
}

}  // namespace

std::string identifier(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        text.append(c == '"' ? 2 : 1, c);
    }
    return text + '"';
}

void check_schema(const Database& database) {
    const std::int64_t application = number_of(database, "application_id");
    const std::int64_t version = number_of(database, "user_version");
    if (application != kApplicationId) {
        throw_bad_input("store.foreign",
                        {database.path(), 0, {}},
                        "this SQLite database was not made by systole; it is left as it is");
    }
    if (version != kSchemaVersion) {
        throw_bad_input("store.version",
                        {database.path(), 0, {}},
                        fmt::format("this file of results has schema version {}, this program "
                                    "reads and writes {}; use the program that made it, or start "
                                    "a new file",
                                    version,
                                    kSchemaVersion));
    }
    check_length(database);
}

void prepare_schema(const Database& database) {
    const bool empty =
        std::get<std::int64_t>(database.first("SELECT count(*) FROM sqlite_master")) == 0 &&
        number_of(database, "application_id") == 0;
    if (!empty) {
        check_schema(database);
        return;
    }
    database.run(fmt::format(
        "BEGIN IMMEDIATE; {} {} {} PRAGMA application_id={}; PRAGMA user_version={}; COMMIT;",
        kTables,
        points_table(),
        layers_table(),
        kApplicationId,
        kSchemaVersion));
}

std::vector<std::string> key_columns(const Database& database) {
    std::vector<std::string> keys;
    Statement statement = database.prepare("SELECT name FROM pragma_table_info('points')");
    // Metrics end the columns that every file has.
    const std::string_view last = metric_table().back().name;
    bool behind = false;
    while (statement.step()) {
        std::string name = statement.text(0);
        if (behind) {
            keys.push_back(std::move(name));
        } else {
            behind = name == last;
        }
    }
    return keys;
}

void add_key_column(const Database& database, std::string_view key) {
    // Without a type SQLite keeps every value as it is given.
    database.run(fmt::format("ALTER TABLE points ADD COLUMN {}", identifier(key)));
}

}  // namespace systole::store
