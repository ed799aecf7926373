#include "sim/config/raw_config.h"

#include "sim/core/utf8.h"

#include <fmt/format.h>

#include <string_view>

namespace systole::config {

std::string in_quotes(const std::string& text) {
    constexpr std::size_t kLongest = 60;
    std::string_view shown = std::string_view(text).substr(0, kLongest);
    const std::size_t readable = valid_utf8_prefix(shown);
    const bool cut = shown.size() < text.size();
    if (cut && readable < kLongest && kLongest - readable < 4) {
        shown = shown.substr(0, readable);  // the cut went through a character
    }
    std::string result = "'";
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto byte = static_cast<unsigned char>(shown[i]);
        if (byte < 0x20 || byte == 0x7F || i >= readable) {
            result += fmt::format("\\x{:02X}", byte);
        } else {
            result += shown[i];
        }
    }
    return result + (cut ? "...'" : "'");
}

}  // namespace systole::config
