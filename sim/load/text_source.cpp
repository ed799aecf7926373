#include "sim/load/text_source.h"

#include "sim/core/error.h"
#include "sim/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace systole::load {
namespace {

constexpr std::size_t kChunk = 65536;
constexpr std::size_t kMaxLine = std::size_t{64} << 20;

// Index of the first byte at or after `from` that is not ASCII, or text.size().
std::size_t skip_ascii(std::string_view text, std::size_t from) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080u;
    std::size_t i = from;
    for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + i, sizeof(word));
        if ((word & kHighBits) != 0) {
            break;
        }
    }
    while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80) {
        ++i;
    }
    return i;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

}  // namespace

TextSource::TextSource(std::string name, std::string_view family)
    : name_(std::move(name)), family_(family) {}

TextSource TextSource::open(const std::string& path, std::string_view family, InputFiles* log) {
    TextSource source(input_name(path), family);
    source.file_.emplace(path, ByteSource::Rules{source.rule("open"), source.rule("read")}, log);
    return source;
}

TextSource TextSource::memory(std::string_view text, std::string name, std::string_view family) {
    TextSource source(std::move(name), family);
    source.memory_ = text;
    return source;
}

std::string_view TextSource::peek() {
    if (!peeked_) {
        peeked_ = next();
    }
    return *peeked_;
}

std::string_view TextSource::next() {
    if (peeked_) {
        return *std::exchange(peeked_, std::nullopt);
    }
    std::string_view text = read();
    if (!started_) {
        started_ = true;
        text = without_mark(text);
        if (text.empty()) {
            text = read();  // the mark was all of the chunk
        }
    }
    validate(text);
    return text;
}

std::string_view TextSource::read() {
    if (file_) {
        return file_->next();
    }
    const std::string_view piece = memory_.substr(0, kChunk);
    memory_.remove_prefix(piece.size());
    return piece;
}

std::string_view TextSource::without_mark(std::string_view text) const {
    if (starts_with(text, "\xEF\xBB\xBF")) {
        return text.substr(3);
    }
    // Without a mark, the NUL half of an ASCII letter tells.
    const bool wide = starts_with(text, "\xFF\xFE") || starts_with(text, "\xFE\xFF") ||
                      text.substr(0, 2).find('\0') != std::string_view::npos;
    if (wide) {
        fail_encoding(1, "the text is UTF-16 or UTF-32; save it as UTF-8");
    }
    return text;
}

void TextSource::validate(std::string_view text) {
    const auto fail_at = [&](std::size_t i) {
        const auto newlines =
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n');
        fail_encoding(newlines_ + 1 + static_cast<std::size_t>(newlines),
                      fmt::format("the text is not UTF-8 (byte 0x{:02X}); save it as UTF-8",
                                  static_cast<unsigned char>(text[i])));
    };
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        const auto newlines =
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
        fail_encoding(newlines_ + 1 + static_cast<std::size_t>(newlines),
                      "the text has a NUL byte in it");
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (pending_ == 0) {
            i = skip_ascii(text, i);
            if (i == text.size()) {
                break;
            }
            const Utf8Tail tail = utf8_tail(static_cast<unsigned char>(text[i]));
            if (tail.length == 0) {
                fail_at(i);
            }
            pending_ = tail.length;
            low_ = tail.low;
            high_ = tail.high;
            continue;
        }
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < low_ || byte > high_) {
            fail_at(i);
        }
        --pending_;
        low_ = 0x80;
        high_ = 0xBF;
    }
    if (text.empty() && pending_ > 0) {
        fail_encoding(newlines_ + 1, "the text ends in the middle of a UTF-8 character");
    }
    newlines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void TextSource::fail_encoding(std::size_t line, const std::string& message) const {
    throw_bad_input(rule("encoding"), {name_, line, {}}, message);
}

bool LineReader::next(std::string_view& line) {
    joined_.clear();
    for (;;) {
        if (rest_.empty()) {
            rest_ = source_.next();
            if (rest_.empty()) {
                if (joined_.empty()) {
                    return false;
                }
                line = joined_;
                break;
            }
        }
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            joined_.append(rest_);
            rest_ = {};
            if (joined_.size() > kMaxLine) {
                throw_bad_input(source_.rule("line-length"),
                                {source_.name(), number_ + 1, {}},
                                fmt::format("this line is longer than {} MiB", kMaxLine >> 20));
            }
            continue;
        }
        line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        if (!joined_.empty()) {
            joined_.append(line);
            line = joined_;
        }
        break;
    }
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    ++number_;
    return true;
}

}  // namespace systole::load
