#pragma once

#include "sim/core/output_file.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace systole::report {

// Collects text for an OutputFile and hands it over in large pieces, for files with a line per
// node. finish() writes the rest and commits.
class LineBuffer {
 public:
    explicit LineBuffer(OutputFile& file) : file_(file) {}

    LineBuffer& operator<<(std::string_view text) {
        buffer_.append(text.data(), text.data() + text.size());
        return *this;
    }
    LineBuffer& operator<<(char c) {
        buffer_.push_back(c);
        return *this;
    }
    template <class Unsigned, class = std::enable_if_t<std::is_unsigned_v<Unsigned>>>
    LineBuffer& operator<<(Unsigned number) {
        const fmt::format_int text(number);
        return *this << std::string_view(text.data(), text.size());
    }

    void end_line() {
        buffer_.push_back('\n');
        if (buffer_.size() >= kPiece) {
            flush();
        }
    }
    // Hands over the rest; at the end.
    void flush() {
        file_.write({buffer_.data(), buffer_.size()});
        buffer_.clear();
    }

 private:
    static constexpr std::size_t kPiece = 1 << 16;

    OutputFile& file_;
    fmt::basic_memory_buffer<char, kPiece + 4096> buffer_;
};

}  // namespace systole::report
