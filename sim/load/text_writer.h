#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

namespace systole::load {

// Takes text piece by piece: an OutputFile, or a string in a test.
using TextSink = std::function<void(std::string_view)>;

// Collects formatted text and hands it to a sink in large pieces.
class TextWriter {
 public:
    explicit TextWriter(TextSink sink) : sink_(std::move(sink)) {}

    // Where fmt::format_to appends; call end_item() now and then.
    auto out() { return fmt::appender(buffer_); }
    void text(std::string_view piece) { buffer_.append(piece.data(), piece.data() + piece.size()); }
    void end_item() {
        if (buffer_.size() >= kPiece) {
            flush();
        }
    }
    void flush() {
        sink_({buffer_.data(), buffer_.size()});
        buffer_.clear();
    }

 private:
    static constexpr std::size_t kPiece = 65536;

    TextSink sink_;
    fmt::memory_buffer buffer_;
};

}  // namespace systole::load
