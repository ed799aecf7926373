#pragma once

#include "sim/core/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systole::load {

// UTF-8 text in chunks, from a file, standard input or memory: what all readers of this room stand
// on. A byte order mark at the start is skipped.
//
// Errors: Error{kBadInput} with the rules "<family>.open" (missing, a folder, unreadable),
// "<family>.read" (the system failed while reading) and "<family>.encoding" (UTF-16, or bytes that
// are not UTF-8, with their line).
class TextSource {
 public:
    // `path` "-" is standard input. `family` is the first part of the rule ids: "trace", "plan".
    // The file enters `log`, if there is one, as with ByteSource.
    static TextSource open(const std::string& path,
                           std::string_view family,
                           InputFiles* log = nullptr);
    // `text` must outlive the source; `name` stands for it in messages.
    static TextSource memory(std::string_view text, std::string name, std::string_view family);

    // The next piece of the text, valid until the next call; empty at the end.
    std::string_view next();
    // What next() will give, without taking it; valid until the second call of next() from here.
    std::string_view peek();

    // The first part of the rule ids from here on: what the text turned out to be.
    void set_family(std::string_view family) { family_ = family; }
    const std::string& name() const { return name_; }
    std::string rule(std::string_view what) const { return family_ + "." + std::string(what); }

 private:
    TextSource(std::string name, std::string_view family);
    std::string_view read();
    std::string_view without_mark(std::string_view text) const;
    void validate(std::string_view text);
    [[noreturn]] void fail_encoding(std::size_t line, const std::string& message) const;

    std::string name_;
    std::string family_;
    std::optional<ByteSource> file_;  // none: from memory_
    std::string_view memory_;
    std::optional<std::string_view> peeked_;
    bool started_ = false;
    std::size_t newlines_ = 0;  // in the chunks before the current one

    // The UTF-8 character that a chunk may end in: bytes still to come, bounds of the next one.
    std::size_t pending_ = 0;
    unsigned char low_ = 0x80;
    unsigned char high_ = 0xBF;
};

// Lines of a TextSource without their ends (LF or CR LF).
class LineReader {
 public:
    explicit LineReader(TextSource& source) : source_(source) {}

    // False at the end of the text. Error "<family>.line-length" past 64 MiB. `line` is valid until
    // the next call.
    bool next(std::string_view& line);
    // The 1-based number of the line that next() gave last.
    std::size_t number() const { return number_; }
    const TextSource& source() const { return source_; }

 private:
    TextSource& source_;
    std::string_view rest_;
    std::string joined_;  // a line that crosses the border of two chunks
    std::size_t number_ = 0;
};

// 1-based line numbers are kept in 32 bits.
constexpr std::uint32_t line_number(std::size_t line) {
    return line > 0xFFFFFFFFu ? 0xFFFFFFFFu : static_cast<std::uint32_t>(line);
}

}  // namespace systole::load
