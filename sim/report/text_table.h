#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace systole::report {

// A part of a whole in percent, "12.3"; "-" when there is no whole.
std::string percent_text(std::uint64_t part, std::uint64_t whole);
std::string share_text(double part, double whole);

// An aligned table for a terminal: headers carry the units, two spaces stand between columns.
class TextTable {
 public:
    enum class Align { kLeft, kRight };
    struct Column {
        std::string header;
        Align align = Align::kRight;
    };
    struct Cell {
        Cell(std::string words, bool is_strong = false)  // NOLINT: most cells are plain text
            : text(std::move(words)), strong(is_strong) {}
        std::string text;
        bool strong;  // stands out where colour is on
    };

    TextTable(std::vector<Column> columns, bool colour);

    // One row; cells missing at its end stay empty.
    void row(std::vector<Cell> cells);
    // The lines of the table, each ending in a newline; no trailing blanks.
    std::string text() const;

 private:
    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
    bool colour_;
};

// `words` in bold when `colour`.
std::string strong(std::string_view words, bool colour);

}  // namespace systole::report
