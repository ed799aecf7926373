#include "sim/store/database.h"

#include "sim/core/error.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace systole::store {
namespace {

constexpr int kWaitMilliseconds = 10'000;  // for another process' transaction to end

struct Explanation {
    int code;
    const char* rule;
    const char* words;
};

constexpr Explanation kExplanations[] = {
    {SQLITE_NOTADB, "store.foreign", "this is no SQLite database, so no file of results"},
    {SQLITE_CORRUPT,
     "store.damaged",
     "this database is damaged; restore a copy, or merge what `sqlite3 FILE .recover` saves"},
    {SQLITE_FULL,
     "store.full",
     "no space left for results; free some and start again: what was stored is kept"},
    {SQLITE_READONLY,
     "store.read-only",
     "this file cannot be written; make it writable or name "
     "another one"},
    {SQLITE_BUSY, "store.busy", "another process holds this file; wait until it has ended"},
    {SQLITE_CANTOPEN, "store.open", "cannot open this file"},
    {SQLITE_IOERR, "store.write", "the system failed to read or write this file"},
    {SQLITE_ERROR, "store.sql", "SQLite does not take this statement"},
};

[[noreturn]] void fail(sqlite3* connection, int code, const std::string& path) {
    const int primary = code & 0xFF;
    const int system = connection != nullptr ? sqlite3_system_errno(connection) : 0;
    std::string detail = connection != nullptr ? sqlite3_errmsg(connection) : sqlite3_errstr(code);
    if ((primary == SQLITE_CANTOPEN || primary == SQLITE_IOERR) && system != 0) {
        detail = std::strerror(system);
        if (system == ENOSPC || system == EDQUOT) {
            fail(connection, SQLITE_FULL, path);
        }
    }
    for (const Explanation& row : kExplanations) {
        if (row.code == primary) {
            throw_bad_input(row.rule, {path, 0, {}}, fmt::format("{} ({})", row.words, detail));
        }
    }
    throw_bad_input("store.write", {path, 0, {}}, detail);
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Statement::Statement(sqlite3* connection, std::string_view sql, const std::string& path)
    : connection_(connection), path_(path) {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v3(connection,
                                        sql.data(),
                                        static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT,
                                        &made,
                                        nullptr);
    statement_.reset(made);
    if (code != SQLITE_OK) {
        fail(connection, code, path);
    }
}

Statement& Statement::bind(int parameter, const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return bind(parameter, *number);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return bind(parameter, *real);
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return bind_text(parameter, *text);
    }
    return bind_null(parameter);
}

Statement& Statement::bind(int parameter, std::int64_t number) {
    sqlite3_bind_int64(statement_.get(), parameter, number);
    return *this;
}

Statement& Statement::bind(int parameter, std::uint64_t number) {
    // SQLite has no unsigned numbers; what does not fit becomes the nearest real one.
    return number <= static_cast<std::uint64_t>(INT64_MAX)
               ? bind(parameter, static_cast<std::int64_t>(number))
               : bind(parameter, static_cast<double>(number));
}

Statement& Statement::bind(int parameter, double number) {
    sqlite3_bind_double(statement_.get(), parameter, number);
    return *this;
}

Statement& Statement::bind_text(int parameter, std::string_view text) {
    sqlite3_bind_text(
        statement_.get(), parameter, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
}

Statement& Statement::bind_blob(int parameter, std::string_view bytes) {
    sqlite3_bind_blob(statement_.get(),
                      parameter,
                      bytes.data(),
                      static_cast<int>(bytes.size()),
                      SQLITE_TRANSIENT);
    return *this;
}

Statement& Statement::bind_null(int parameter) {
    sqlite3_bind_null(statement_.get(), parameter);
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code != SQLITE_DONE) {
        fail(connection_, code, path_);
    }
    return false;
}

void Statement::run() {
    while (step()) {
    }
    reset();
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
}

int Statement::columns() const {
    return sqlite3_column_count(statement_.get());
}

std::string Statement::column_name(int column) const {
    return sqlite3_column_name(statement_.get(), column);
}

Value Statement::value(int column) const {
    switch (sqlite3_column_type(statement_.get(), column)) {
        case SQLITE_INTEGER:
            return whole(column);
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement_.get(), column);
        case SQLITE_NULL:
            return {};
        default:
            return text(column);
    }
}

std::int64_t Statement::whole(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return size == 0 ? std::string()
                     : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

void Database::Close::operator()(sqlite3* connection) const {
    sqlite3_close_v2(connection);
}

Database::Database(std::string path, Mode mode) : path_(std::move(path)) {
    if (mode == Mode::kMemory) {
        open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY);
        return;
    }
    std::error_code failed;
    const std::filesystem::file_status status = std::filesystem::status(path_, failed);
    if (mode == Mode::kRead && !std::filesystem::exists(status)) {
        throw_bad_input("store.missing", {path_, 0, {}}, "there is no such file of results");
    }
    if (std::filesystem::is_directory(status)) {
        throw_bad_input("store.open", {path_, 0, {}}, "this is a folder, not a file of results");
    }
    if (mode == Mode::kWrite) {
        open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    } else {
        // Not read-only where that can be helped: a reader undoes what a killed writer had begun.
        open(SQLITE_OPEN_READWRITE);
    }
}

void Database::open(int flags) {
    sqlite3* made = nullptr;
    int code = sqlite3_open_v2(path_.c_str(), &made, flags, nullptr);
    connection_.reset(made);
    if (code != SQLITE_OK) {
        fail(made, code, path_);
    }
    sqlite3_busy_timeout(made, kWaitMilliseconds);
    sqlite3_extended_result_codes(made, 1);
}

Statement Database::prepare(std::string_view sql) const {
    return Statement(connection_.get(), sql, path_);
}

void Database::run(const std::string& sql) const {
    const int code = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        fail(connection_.get(), code, path_);
    }
}

Value Database::first(std::string_view sql) const {
    Statement statement = prepare(sql);
    return statement.step() ? statement.value(0) : Value{};
}

}  // namespace systole::store
