#pragma once

#include "sim/core/error.h"
#include "sim/load/json_guard.h"
#include "sim/load/text_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace systole::load {

// Feeds a parser from a TextSource, character by character, and knows the line it has come to.
class LineCountingCursor {
 public:
    explicit LineCountingCursor(TextSource& source) : source_(source) {}

    // Whether there is a character to take. Errors: those of the source; "FAMILY.text-length".
    bool more() { return at_ != end_ || refill(); }
    char peek() const { return *at_; }
    void take() { ++at_; }

    // The line of the character that was taken last. The parser looks one character past a number,
    // which may be the newline: so that one never counts.
    std::size_t line() {
        if (ended_) {
            return std::max<std::size_t>(newlines_ + (ends_in_newline_ ? 0 : 1), 1);
        }
        count_to(at_ == begin_ ? at_ : at_ - 1);
        return newlines_ + 1;
    }
    bool ended() const { return ended_; }

 private:
    bool refill() {
        count_to(end_);
        if (end_ != begin_) {
            ends_in_newline_ = end_[-1] == '\n';
        }
        const std::string_view text = source_.next();
        const std::string_view chunk = guard_.pass(text);
        if (guard_.too_long()) {
            throw_bad_input(source_.rule("text-length"),
                            {source_.name(), newlines_ + 1, {}},
                            fmt::format("a text or number of more than {} bytes starts here or "
                                        "below; expected names and numbers",
                                        JsonGuard::kMaxTextBytes));
        }
        if (chunk.data() != text.data()) {  // blanks alone: their lines count
            newlines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
            ends_in_newline_ = text.back() == '\n';
        }
        begin_ = at_ = counted_ = chunk.data();
        end_ = begin_ + chunk.size();
        ended_ = chunk.empty();
        return !ended_;
    }
    void count_to(const char* end) {
        if (end > counted_) {
            newlines_ += static_cast<std::size_t>(std::count(counted_, end, '\n'));
            counted_ = end;
        }
    }

    TextSource& source_;
    JsonGuard guard_;
    const char* begin_ = nullptr;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    const char* counted_ = nullptr;
    std::size_t newlines_ = 0;
    bool ended_ = false;
    bool ends_in_newline_ = false;
};

// A cursor as the pair of iterators that parsers take; the end has none.
class CursorIterator {
 public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    CursorIterator() = default;
    explicit CursorIterator(LineCountingCursor& cursor) : cursor_(&cursor) {}

    char operator*() const { return cursor_->peek(); }
    CursorIterator& operator++() {
        cursor_->take();
        return *this;
    }
    // Against the end alone.
    bool operator!=(const CursorIterator&) const { return cursor_->more(); }
    bool operator==(const CursorIterator& end) const { return !(*this != end); }

 private:
    LineCountingCursor* cursor_ = nullptr;
};

}  // namespace systole::load
