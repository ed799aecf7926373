#include "sim/load/csv_rows.h"

#include <csv.h>

#include <new>
#include <string_view>
#include <utility>

namespace systole::load {

// libcsv is C: no exception may pass through it.
struct CsvRows::Callbacks {
    static void field(void* text, std::size_t size, void* self) noexcept {
        auto& rows = *static_cast<CsvRows*>(self);
        try {
            if (rows.size_ == rows.cells_.size()) {
                rows.cells_.emplace_back();
            }
            rows.cells_[rows.size_].assign(static_cast<const char*>(text), size);
            ++rows.size_;
        } catch (...) {
            rows.out_of_memory_ = true;
        }
    }
    static void row(int, void* self) noexcept { static_cast<CsvRows*>(self)->row_done_ = true; }
};

CsvRows::CsvRows(TextSource source)
    : source_(std::move(source)), lines_(source_), parser_(std::make_unique<csv_parser>()) {
    if (csv_init(parser_.get(), CSV_STRICT | CSV_STRICT_FINI) != 0) {
        throw std::bad_alloc();
    }
}

CsvRows::~CsvRows() {
    csv_free(parser_.get());
}

void CsvRows::feed(std::string_view text) {
    if (text.empty()) {
        return;
    }
    const std::size_t taken =
        csv_parse(parser_.get(), text.data(), text.size(), Callbacks::field, Callbacks::row, this);
    if (out_of_memory_ || csv_error(parser_.get()) == CSV_ENOMEM) {
        throw std::bad_alloc();
    }
    if (taken != text.size()) {
        throw_bad_input(source_.rule("syntax"),
                        {source_.name(), lines_.number(), {}},
                        "a quote stands where none may; a quoted field starts and ends with one, "
                        "and a quote inside it is doubled");
    }
}

bool CsvRows::next() {
    size_ = 0;
    row_done_ = false;
    bool inside = false;  // a quoted field may run over several lines
    std::string_view line;
    while (lines_.next(line)) {
        if (!inside) {
            row_line_ = lines_.number();
        }
        inside = inside || line.find_first_not_of(" \t\r") != std::string_view::npos;
        feed(line);
        feed("\n");
        if (row_done_) {
            return true;
        }
    }
    if (inside) {
        throw_bad_input(source_.rule("truncated"),
                        here(),
                        "the file ends inside a quoted field; it seems to be cut off");
    }
    return false;
}

}  // namespace systole::load
