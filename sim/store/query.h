#pragma once

#include "sim/store/database.h"
#include "sim/store/value.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace systole::store {

// What a row of an answer is about.
enum class Rows { kPoints, kLayers, kPipes, kEnergy };

struct Query {
    Rows rows = Rows::kPoints;
    std::vector<std::string> columns;  // empty: the usual ones
    std::string where;                 // an expression (expression.h), or empty
    std::vector<std::string> sort;     // names, "-name" for falling order; empty: by number
    std::vector<std::string> pareto;   // only points that none beats in all of these, per workload
    std::string sweep;                 // only the sweep of this name
    std::optional<std::uint64_t> limit;
};

// Takes an answer row by row.
class RowSink {
 public:
    virtual ~RowSink() = default;
    virtual void begin(const std::vector<std::string>& columns) = 0;
    virtual void row(const std::vector<Value>& cells) = 0;
    virtual void end() = 0;
};

// A file of results, opened to be read.
class Reader {
 public:
    // Errors: those of Database and check_schema.
    explicit Reader(const std::string& path);

    // Answers row by row, in memory that does not grow with the number of points (but with the size
    // of a Pareto front). Error{kBadInput, "query.column" / "query.where" / "query.sort" /
    // "query.pareto" / "query.sweep"} for what the file does not have.
    void query(const Query& query, RowSink& sink) const;

    // Every name that may stand in columns, expressions and sort orders.
    std::vector<std::string> column_names(Rows rows) const;
    // The columns of an answer that asks for none.
    std::vector<std::string> usual_columns(Rows rows) const;
    // The keys that some sweep varied, in order.
    const std::vector<std::string>& keys() const { return keys_; }
    std::vector<std::string> sweeps() const;
    std::uint64_t points() const;
    const Database& database() const { return database_; }

 private:
    struct Column {
        std::string name;
        std::string sql;
        bool usual;
    };
    std::vector<Column> columns_of(Rows rows) const;
    const Column& find(const std::vector<Column>& columns,
                       const std::string& name,
                       const char* rule) const;
    std::string conditions(const Query& query, const std::vector<Column>& columns) const;
    Statement prepare(const std::string& sql, const Query& query) const;
    void keep_front(const Query& query) const;

    Database database_;
    std::vector<std::string> keys_;
    std::size_t sweep_count_ = 0;
};

}  // namespace systole::store
