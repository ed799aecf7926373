#pragma once

#include "sim/core/error.h"
#include "sim/load/json_guard.h"
#include "sim/load/text_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <streambuf>
#include <string_view>

namespace systole::load {

// Feeds the parser from a TextSource and knows the line it has come to.
class LineCountingBuffer : public std::streambuf {
 public:
    explicit LineCountingBuffer(TextSource& source) : source_(source) {}

    // The line of the character that was taken last. The parser looks one character past a number,
    // which may be the newline: so that one never counts.
    std::size_t line() {
        if (ended_) {
            return std::max<std::size_t>(newlines_ + (ends_in_newline_ ? 0 : 1), 1);
        }
        count_to(gptr() == eback() ? gptr() : gptr() - 1);
        return newlines_ + 1;
    }
    bool ended() const { return ended_; }

 protected:
    int_type underflow() override {
        count_to(egptr());
        if (egptr() != eback()) {
            ends_in_newline_ = egptr()[-1] == '\n';
        }
        // The parser only reads: the const_cast serves streambuf's interface.
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
        char* begin = const_cast<char*>(chunk.data());
        setg(begin, begin, begin + chunk.size());
        counted_ = begin;
        ended_ = chunk.empty();
        return ended_ ? traits_type::eof() : traits_type::to_int_type(*begin);
    }

 private:
    void count_to(const char* end) {
        if (end > counted_) {
            newlines_ += static_cast<std::size_t>(std::count(counted_, end, '\n'));
            counted_ = end;
        }
    }

    TextSource& source_;
    JsonGuard guard_;
    const char* counted_ = nullptr;
    std::size_t newlines_ = 0;
    bool ended_ = false;
    bool ends_in_newline_ = false;
};

}  // namespace systole::load
