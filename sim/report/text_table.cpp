#include "sim/report/text_table.h"

#include "sim/core/error.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace systole::report {
namespace {

// Columns a UTF-8 text takes, one per code point.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    }));
}

}  // namespace

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
    return share_text(static_cast<double>(part), static_cast<double>(whole));
}

std::string share_text(double part, double whole) {
    return whole == 0 ? "-" : fmt::format("{:.1f}", 100.0 * part / whole);
}

std::string strong(std::string_view words, bool colour) {
    return colour ? fmt::format("\x1b[1m{}\x1b[0m", visible(words)) : visible(words);
}

TextTable::TextTable(std::vector<Column> columns, bool colour)
    : columns_(std::move(columns)), colour_(colour) {}

void TextTable::row(std::vector<Cell> cells) {
    SYSTOLE_INVARIANT(cells.size() <= columns_.size(), "a table row is wider than its header");
    for (Cell& cell : cells) {
        cell.text = visible(cell.text);  // names come from files
    }
    rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::size_t widest = width(columns_[c].header);
        for (const std::vector<Cell>& row : rows_) {
            widest = std::max(widest, c < row.size() ? width(row[c].text) : 0);
        }
        widths.push_back(widest);
    }
    std::string out;
    const auto add_line = [&](const std::vector<Cell>& cells) {
        std::size_t blanks = 0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::size_t padding = widths[c] - width(cells[c].text);
            const bool right = columns_[c].align == Align::kRight;
            blanks += right ? padding : 0;
            if (!cells[c].text.empty()) {
                out.append(std::exchange(blanks, 0), ' ');
                out += strong(cells[c].text, colour_ && cells[c].strong);
            }
            blanks += (right ? 0 : padding) + 2;
        }
        out += '\n';
    };
    std::vector<Cell> header;
    for (const Column& column : columns_) {
        header.emplace_back(column.header, true);
    }
    add_line(header);
    for (const std::vector<Cell>& row : rows_) {
        add_line(row);
    }
    return out;
}

}  // namespace systole::report
