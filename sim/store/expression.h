#pragma once

#include "sim/core/error.h"
#include "sim/store/database.h"
#include "sim/store/value.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::store {

// The expressions of `query --where`, of a sweep's constraints and of its linked keys: SQLite's, on
// dotted names. Operators + - * / % < <= > >= = == != <> and or not (also && || !) in between like
// is, parentheses, case; / is a real division; functions: abs ceil coalesce exp floor iif length ln
// log10 log2 lower max min nullif pow round sign sqrt trunc upper. Numbers are written as in C,
// texts in single quotes.

// Turns such a text into SQL. `column` gives the SQL of a name, or "" for a name that there is not;
// `known` are the names for the message then. Throws Error{kBadInput, rule} at `where`.
std::string expression_sql(std::string_view text,
                           const std::function<std::string(const std::string&)>& column,
                           const std::vector<std::string>& known,
                           const char* rule,
                           const SourceRef& where);

// An expression over named values, to be evaluated many times. A bare word that is no name but
// one of `words` stands for itself as a text (cube.dataflow = ws).
class Expression {
 public:
    Expression(std::string_view text,
               const std::vector<std::string>& names,
               const std::vector<std::string>& words,
               const char* rule,
               SourceRef where);

    // The names that occur in it, as indices into `names`.
    const std::vector<std::size_t>& uses() const { return uses_; }
    const std::string& text() const { return text_; }
    // Its value; `values` are those of all `names`.
    Value evaluate(const std::vector<Value>& values);
    // Whether it holds: a number that is not 0.
    bool holds(const std::vector<Value>& values);

 private:
    std::string text_;
    std::vector<std::size_t> uses_;
    std::shared_ptr<Database> scratch_;
    std::shared_ptr<Statement> statement_;
};

}  // namespace systole::store
