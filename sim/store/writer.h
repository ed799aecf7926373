#pragma once

#include "sim/store/database.h"
#include "sim/store/point.h"
#include "sim/store/writer_lock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole::store {

// A file that a sweep was made of.
struct Source {
    std::string role;  // "sweep", "config", "workload", "energy"
    std::string name;
    std::string sha256;
    std::optional<std::string> text;  // of small ones
};

// A sweep as its database keeps it: where its points come from.
struct SweepInfo {
    std::string name;
    std::string definition;               // SHA-256 of all that decides which points it has
    std::vector<std::string> keys;        // the swept ones
    std::optional<std::uint64_t> points;  // how many it has, where that is known
    std::string version;                  // of the program
    std::uint64_t model_version = 0;
    std::string command;
    std::vector<Source> sources;
};

// A point that a database has.
struct Stored {
    std::int64_t id = 0;
    Status status = Status::kOk;
};

// The one writer of a file of results. What is added is on disk after flush(), which happens by
// itself every second or so; a process that is killed loses at most what came after it. Errors:
// those of Database, of the schema and of WriterLock.
class Writer {
 public:
    Writer(const std::string& path, const std::string& holder);
    ~Writer();

    // Makes `sweep` the one that the following members are about. Points of an earlier sweep of its
    // name but another definition lose their numbers, not their results.
    void begin(const SweepInfo& sweep);

    // The stored point of this identity.
    std::optional<Stored> find(const std::string& identity);
    // The metrics of a stored point, as metric_table(); nothing for one that is not ok.
    std::vector<Value> metrics(std::int64_t id) const;
    // Gives the number `number` of this sweep to a stored point.
    void link(std::uint64_t number, std::int64_t id);
    // Stores a point under that number, in place of one of the same identity.
    void add(std::uint64_t number, const Point& point);
    void flush();

    const Database& database() const { return database_; }

 private:
    struct Statements;
    void open_transaction();
    void add_rows(std::int64_t id, const Point& point);

    WriterLock lock_;
    Database database_;
    std::unique_ptr<Statements> statements_;
    std::int64_t sweep_ = 0;
    bool open_ = false;
    std::int64_t opened_ms_ = 0;  // when the transaction began, on the monotonic clock
};

}  // namespace systole::store
