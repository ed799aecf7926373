#pragma once

#include "sim/core/error.h"
#include "sim/load/text_source.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

struct csv_parser;

namespace systole::load {

// The rows of a CSV text (RFC 4180; blank lines are skipped, spaces around a field dropped).
// Errors: those of TextSource, and "<family>.syntax" for a quote out of place, with its line.
class CsvRows {
 public:
    explicit CsvRows(TextSource source);
    ~CsvRows();
    CsvRows(const CsvRows&) = delete;
    CsvRows& operator=(const CsvRows&) = delete;

    // Goes to the next row; false at the end.
    bool next();
    // The current row: its number of cells, one of them, and the line it starts in.
    std::size_t size() const { return size_; }
    const std::string& cell(std::size_t i) const { return cells_[i]; }
    std::size_t line() const { return row_line_; }
    SourceRef here() const { return {source_.name(), row_line_, {}}; }

 private:
    struct Callbacks;

    void feed(std::string_view text);

    TextSource source_;
    LineReader lines_;
    std::unique_ptr<csv_parser> parser_;
    std::vector<std::string> cells_;  // kept from row to row, for their memory
    std::size_t size_ = 0;
    std::size_t row_line_ = 0;
    bool row_done_ = false;
    bool out_of_memory_ = false;
};

}  // namespace systole::load
