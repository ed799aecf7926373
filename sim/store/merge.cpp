#include "sim/store/merge.h"

#include "sim/core/error.h"
#include "sim/store/database.h"
#include "sim/store/metric_table.h"
#include "sim/store/query.h"
#include "sim/store/schema.h"
#include "sim/store/writer_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace systole::store {
namespace {

// The columns of `points` behind id that both files have, and a text that differs where numbers do.
std::string shared_columns(const std::vector<std::string>& keys) {
    std::string text =
        "identity, workload, config, method, spill, objective, status, rule, message";
    for (const Metric& metric : metric_table()) {
        text += ", " + identifier(metric.name);
    }
    for (const std::string& key : keys) {
        text += ", " + identifier(key);
    }
    return text;
}

void refuse_other_sweeps(const Database& database, const std::string& file) {
    Statement other = database.prepare(
        "SELECT m.name FROM main.sweeps m JOIN src.sweeps s ON s.name = m.name "
        "WHERE s.definition <> m.definition OR s.model_version <> m.model_version");
    if (other.step()) {
        throw_bad_input(
            "merge.sweep",
            {file, 0, {}},
            fmt::format("its sweep '{}' has other points than the one of that name in '{}'; "
                        "merge shards of one sweep file, or rename one of the two",
                        other.text(0),
                        database.path()));
    }
}

void refuse_conflicts(const Database& database, const std::string& file) {
    std::string differs;
    for (const Metric& metric : metric_table()) {
        differs += fmt::format(
            "{0}m.{1} IS NOT s.{1}", differs.empty() ? "" : " OR ", identifier(metric.name));
    }
    Statement conflict = database.prepare(
        fmt::format("SELECT lower(hex(m.identity)), m.workload FROM main.points m JOIN src.points "
                    "s ON s.identity = m.identity WHERE m.status = 'ok' AND s.status = 'ok' AND "
                    "({})",
                    differs));
    if (conflict.step()) {
        throw_refused("merge.conflict",
                      {file, 0, {}},
                      fmt::format("point {} ({}) has other numbers here than in '{}'; equal points "
                                  "give equal numbers, so one of the files was made by another "
                                  "program: run that sweep again",
                                  conflict.text(0).substr(0, 12),
                                  conflict.text(1),
                                  database.path()));
    }
}

// In one transaction: points of `src` that `main` lacks or has only as a failure.
Merged take(const Database& database, const std::vector<std::string>& keys) {
    const auto count = [&](const char* sql) {
        return static_cast<std::uint64_t>(std::get<std::int64_t>(database.first(sql)));
    };
    Merged merged;
    database.run(R"(
CREATE TEMP TABLE better(old INTEGER PRIMARY KEY, identity BLOB);
INSERT INTO better SELECT m.id, m.identity FROM main.points m JOIN src.points s
    ON s.identity = m.identity WHERE m.status <> 'ok' AND s.status = 'ok';
DELETE FROM main.commands WHERE point IN (SELECT old FROM better);
DELETE FROM main.accounting WHERE point IN (SELECT old FROM better);
DELETE FROM main.layers WHERE point IN (SELECT old FROM better);
DELETE FROM main.energy WHERE point IN (SELECT old FROM better);
DELETE FROM main.points WHERE id IN (SELECT old FROM better);
CREATE TEMP TABLE moved(src INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO moved SELECT s.id, (SELECT coalesce(max(id), 0) FROM main.points) +
    row_number() OVER (ORDER BY s.id) FROM src.points s
    WHERE s.identity NOT IN (SELECT identity FROM main.points);
)");
    merged.points = count("SELECT count(*) FROM moved") - count("SELECT count(*) FROM better");
    merged.known = count("SELECT count(*) FROM src.points") - merged.points;
    const std::string columns = shared_columns(keys);
    database.run(fmt::format(
        "INSERT INTO main.points(id, {0}) SELECT v.id, {0} FROM moved v JOIN src.points s ON s.id "
        "= v.src ORDER BY v.id;",
        columns));
    database.run(R"(
INSERT INTO main.commands SELECT v.id, r.command FROM moved v JOIN src.commands r ON r.point = v.src;
INSERT INTO main.accounting SELECT v.id, a.pipe, a.busy, a.dependency, a.address, a.contention,
    a.drained FROM moved v JOIN src.accounting a ON a.point = v.src;
INSERT INTO main.energy SELECT v.id, e.unit, e.energy_pj FROM moved v JOIN src.energy e
    ON e.point = v.src;
UPDATE main.sweep_points SET point = (SELECT p.id FROM better b JOIN main.points p
    ON p.identity = b.identity WHERE b.old = main.sweep_points.point)
    WHERE point IN (SELECT old FROM better);
INSERT OR IGNORE INTO main.sweeps(name, definition, keys, points, version, model_version, command)
    SELECT name, definition, keys, points, version, model_version, command FROM src.sweeps;
INSERT OR REPLACE INTO main.sweep_points
    SELECT ms.id, n.number, p.id FROM src.sweep_points n JOIN src.sweeps ss ON ss.id = n.sweep
    JOIN main.sweeps ms ON ms.name = ss.name JOIN src.points s ON s.id = n.point
    JOIN main.points p ON p.identity = s.identity;
INSERT OR IGNORE INTO main.sources
    SELECT ms.id, f.role, f.name, f.sha256, f.text FROM src.sources f
    JOIN src.sweeps ss ON ss.id = f.sweep JOIN main.sweeps ms ON ms.name = ss.name;
)");
    std::string layer_columns;
    Statement info = database.prepare("SELECT name FROM pragma_table_info('layers')");
    while (info.step()) {
        if (info.text(0) != "point") {
            layer_columns += ", l." + identifier(info.text(0));
        }
    }
    database.run(
        fmt::format("INSERT INTO main.layers SELECT v.id{} FROM moved v JOIN src.layers l ON "
                    "l.point = v.src; DROP TABLE moved; DROP TABLE better;",
                    layer_columns));
    return merged;
}

void refuse_itself(const std::string& out, const std::string& file) {
    std::error_code failed;
    if (std::filesystem::equivalent(out, file, failed)) {
        throw_bad_input("merge.itself", {file, 0, {}}, "this is the file to merge into");
    }
}

}  // namespace

Merged merge(const std::string& out,
             const std::vector<std::string>& from,
             const std::string& holder) {
    // Every input is looked at before anything is written.
    std::vector<std::vector<std::string>> keys;
    for (const std::string& file : from) {
        refuse_itself(out, file);
        keys.push_back(Reader(file).keys());
    }
    const WriterLock lock(out, holder);
    const Database database(out, Database::Mode::kWrite);
    database.run("PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;");
    prepare_schema(database);
    Merged all;
    // One transaction a file: a database that is attached cannot be let go inside of one.
    for (std::size_t i = 0; i < from.size(); ++i) {
        Statement attach = database.prepare("ATTACH ? AS src");
        attach.bind_text(1, from[i]).run();
        refuse_other_sweeps(database, from[i]);
        refuse_conflicts(database, from[i]);
        database.run("BEGIN IMMEDIATE");
        std::vector<std::string> present = key_columns(database);
        for (const std::string& key : keys[i]) {
            if (std::find(present.begin(), present.end(), key) == present.end()) {
                add_key_column(database, key);
            }
        }
        const Merged merged = take(database, keys[i]);
        all.points += merged.points;
        all.known += merged.known;
        database.run("COMMIT");
        database.run("DETACH src");
    }
    return all;
}

}  // namespace systole::store
