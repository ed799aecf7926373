#pragma once

#include "sim/store/value.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace systole::store {

// A prepared statement. Parameters and columns count from 1 and from 0, as in SQLite. Errors of all
// members: those of Database.
class Statement {
 public:
    Statement(sqlite3* connection, std::string_view sql, const std::string& path);

    Statement& bind(int parameter, const Value& value);
    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, std::uint64_t number);
    Statement& bind(int parameter, double number);
    Statement& bind_text(int parameter, std::string_view text);
    Statement& bind_blob(int parameter, std::string_view bytes);
    Statement& bind_null(int parameter);

    // True while there is a row to read.
    bool step();
    // Runs to the end and makes ready for the next use.
    void run();
    void reset();

    int columns() const;
    std::string column_name(int column) const;
    Value value(int column) const;
    std::int64_t whole(int column) const;
    std::string text(int column) const;

 private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    sqlite3* connection_;
    const std::string& path_;
};

// A connection to one SQLite file. Errors: Error{kBadInput} with the path and rule "store.missing",
// "store.open", "store.foreign" (no SQLite file), "store.damaged", "store.full", "store.read-only",
// "store.busy", "store.sql" (a statement that SQLite does not take), "store.write".
class Database {
 public:
    enum class Mode {
        kRead,    // must be there; nothing is changed but what a killed writer left to undo
        kWrite,   // made when missing
        kMemory,  // a scratch database without a file; `path` is a name for messages
    };
    Database(std::string path, Mode mode);
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    Statement prepare(std::string_view sql) const;
    void run(const std::string& sql) const;
    // The first column of the first row; nothing when there is no row.
    Value first(std::string_view sql) const;

    const std::string& path() const { return path_; }
    sqlite3* handle() const { return connection_.get(); }

 private:
    void open(int flags);

    struct Close {
        void operator()(sqlite3* connection) const;
    };
    std::string path_;
    std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace systole::store
