#include "sim/store/writer.h"

#include "sim/core/error.h"
#include "sim/store/identity_bytes.h"
#include "sim/store/metric_table.h"
#include "sim/store/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace systole::store {
namespace {

constexpr std::int64_t kLongestTransactionMs = 1000;

std::int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string parameters(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += i == 0 ? "?" : ", ?";
    }
    return text;
}

// The columns of `points` that this sweep fills, in the order in which add() binds them.
std::string point_columns(const std::vector<std::string>& keys) {
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

constexpr std::size_t kFixedColumns = 9;

}  // namespace

struct Writer::Statements {
    Statements(const Database& db, std::vector<std::string> swept)
        : keys(std::move(swept)),
          find(db.prepare("SELECT id, status FROM points WHERE identity = ?")),
          link(db.prepare("INSERT OR REPLACE INTO sweep_points VALUES(?, ?, ?)")),
          add(db.prepare(
              fmt::format("INSERT INTO points({}) VALUES({})",
                          point_columns(keys),
                          parameters(kFixedColumns + metric_table().size() + keys.size())))),
          last(db.prepare("SELECT last_insert_rowid()")),
          command(db.prepare("INSERT INTO commands VALUES(?, ?)")),
          accounting(db.prepare("INSERT INTO accounting VALUES(?, ?, ?, ?, ?, ?, ?)")),
          layer(db.prepare(
              fmt::format("INSERT INTO layers VALUES({})", parameters(14 + kPipeCount)))),
          energy(db.prepare("INSERT INTO energy VALUES(?, ?, ?)")) {
        for (const char* table : {"commands", "accounting", "layers", "energy"}) {
            remove.push_back(db.prepare(fmt::format("DELETE FROM {} WHERE point = ?", table)));
        }
        remove.push_back(db.prepare("DELETE FROM points WHERE id = ?"));
        relink = std::make_unique<Statement>(
            db.prepare("UPDATE sweep_points SET point = ? WHERE point = ?"));
    }

    std::vector<std::string> keys;
    Statement find, link, add, last, command, accounting, layer, energy;
    std::vector<Statement> remove;
    std::unique_ptr<Statement> relink;
};

Writer::Writer(const std::string& path, const std::string& holder)
    : lock_(path, holder), database_(path, Database::Mode::kWrite) {
    // A rollback journal: two writers of a write-ahead log may lose data before SQLite 3.51.3, and
    // such a log is not safe on network file systems.
    database_.run("PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL; PRAGMA foreign_keys=OFF;");
    prepare_schema(database_);
}

Writer::~Writer() {
    // What was added without flush() is given up: its caller ran into an error.
    statements_.reset();
}

void Writer::begin(const SweepInfo& sweep) {
    flush();
    open_transaction();
    const std::vector<std::string> present = key_columns(database_);
    for (const std::string& key : sweep.keys) {
        if (std::find(present.begin(), present.end(), key) == present.end()) {
            add_key_column(database_, key);
        }
    }
    Statement old = database_.prepare("SELECT id, definition FROM sweeps WHERE name = ?");
    old.bind_text(1, sweep.name);
    std::optional<std::int64_t> id;
    if (old.step()) {
        id = old.whole(0);
        if (old.text(1) != sweep.definition) {
            database_.run(fmt::format("DELETE FROM sweep_points WHERE sweep = {}", *id));
        }
        database_.run(fmt::format("DELETE FROM sources WHERE sweep = {}", *id));
    }
    old.reset();
    Statement row = database_.prepare(
        "INSERT OR REPLACE INTO sweeps(id, name, definition, keys, points, version, model_version, "
        "command) VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, id ? Value(*id) : Value());
    row.bind_text(2, sweep.name).bind_text(3, sweep.definition);
    row.bind_text(4, fmt::format("{}", fmt::join(sweep.keys, "\n")));
    row.bind(5, sweep.points ? Value(static_cast<std::int64_t>(*sweep.points)) : Value());
    row.bind_text(6, sweep.version).bind(7, sweep.model_version).bind_text(8, sweep.command).run();
    sweep_ = id ? *id : std::get<std::int64_t>(database_.first("SELECT last_insert_rowid()"));
    Statement source = database_.prepare("INSERT OR REPLACE INTO sources VALUES(?, ?, ?, ?, ?)");
    for (const Source& file : sweep.sources) {
        source.bind(1, sweep_).bind_text(2, file.role).bind_text(3, file.name);
        source.bind_text(4, file.sha256).bind(5, file.text ? Value(*file.text) : Value()).run();
    }
    flush();
    statements_ = std::make_unique<Statements>(database_, sweep.keys);
}

std::optional<Stored> Writer::find(const std::string& identity) {
    Statement& statement = statements_->find;
    statement.bind_blob(1, identity_bytes(identity));
    std::optional<Stored> found;
    if (statement.step()) {
        found = Stored{statement.whole(0), Status::kOk};
        const std::string status = statement.text(1);
        for (std::size_t i = 0; i < std::size(kStatusNames); ++i) {
            if (kStatusNames[i] == status) {
                found->status = static_cast<Status>(i);
            }
        }
    }
    statement.reset();
    return found;
}

std::vector<Value> Writer::metrics(std::int64_t id) const {
    std::string sql = "SELECT status";
    for (const Metric& metric : metric_table()) {
        sql += ", " + identifier(metric.name);
    }
    Statement statement = database_.prepare(sql + " FROM points WHERE id = ?");
    statement.bind(1, id);
    std::vector<Value> values;
    if (statement.step() && statement.text(0) == kStatusNames[0]) {
        for (int column = 1; column < statement.columns(); ++column) {
            values.push_back(statement.value(column));
        }
    }
    return values;
}

void Writer::link(std::uint64_t number, std::int64_t id) {
    open_transaction();
    statements_->link.bind(1, sweep_).bind(2, number).bind(3, id).run();
}

void Writer::add(std::uint64_t number, const Point& point) {
    SYSTOLE_INVARIANT(point.metrics.empty() || point.metrics.size() == metric_table().size(),
                      "a point has one value for each metric");
    open_transaction();
    const std::optional<Stored> old = find(point.identity);
    if (old) {
        for (Statement& statement : statements_->remove) {
            statement.bind(1, old->id).run();
        }
    }
    Statement& add = statements_->add;
    add.bind_blob(1, identity_bytes(point.identity)).bind_text(2, point.workload);
    add.bind_text(3, point.config).bind_text(4, point.method).bind_text(5, point.spill);
    add.bind_text(6, point.objective);
    add.bind_text(7, kStatusNames[static_cast<std::size_t>(point.status)]);
    add.bind_text(8, point.rule).bind_text(9, point.message);
    int column = static_cast<int>(kFixedColumns);
    for (std::size_t i = 0; i < metric_table().size(); ++i) {
        add.bind(++column, point.metrics.empty() ? Value() : point.metrics[i]);
    }
    for (const std::string& key : statements_->keys) {
        const auto value = std::find_if(point.keys.begin(),
                                        point.keys.end(),
                                        [&](const auto& pair) { return pair.first == key; });
        add.bind(++column, value == point.keys.end() ? Value() : value->second);
    }
    add.run();
    statements_->last.step();
    const std::int64_t id = statements_->last.whole(0);
    statements_->last.reset();
    if (old) {
        statements_->relink->bind(1, id).bind(2, old->id).run();
    }
    add_rows(id, point);
    link(number, id);
    if (now_ms() - opened_ms_ > kLongestTransactionMs) {
        flush();
    }
}

void Writer::add_rows(std::int64_t id, const Point& point) {
    statements_->command.bind(1, id).bind_text(2, point.command).run();
    if (point.accounting) {
        for (const Pipe pipe : kPipes) {
            const model::PipeAccount& account = (*point.accounting)[pipe];
            Statement& row = statements_->accounting;
            row.bind(1, id).bind_text(2, name(pipe)).bind(3, account.busy);
            row.bind(4, account.dependency).bind(5, account.address);
            row.bind(6, account.contention).bind(7, account.drained).run();
        }
    }
    for (std::size_t i = 0; i < point.layers.size(); ++i) {
        const LayerRow& layer = point.layers[i];
        Statement& row = statements_->layer;
        row.bind(1, id).bind(2, static_cast<std::uint64_t>(i)).bind_text(3, layer.name);
        row.bind(4, layer.nodes).bind(5, layer.start).bind(6, layer.end).bind(7, layer.cycles);
        int column = 7;
        for (const Pipe pipe : kPipes) {
            row.bind(++column, layer.busy[pipe]);
        }
        row.bind(++column, layer.macs);
        row.bind(++column, layer.pe_utilization ? Value(*layer.pe_utilization) : Value());
        row.bind(++column, layer.vector_ops);
        row.bind(++column, layer.ddr_read);
        row.bind(column + 1, layer.ddr_write);
        row.bind(column + 2, layer.ddr_spills);
        row.bind(column + 3, layer.energy_pj ? Value(*layer.energy_pj) : Value()).run();
    }
    for (const auto& [unit, picojoules] : point.energy_pj) {
        statements_->energy.bind(1, id).bind_text(2, unit).bind(3, picojoules).run();
    }
}

void Writer::open_transaction() {
    if (!open_) {
        database_.run("BEGIN IMMEDIATE");
        open_ = true;
        opened_ms_ = now_ms();
    }
}

void Writer::flush() {
    if (open_) {
        database_.run("COMMIT");
        open_ = false;
    }
}

}  // namespace systole::store
