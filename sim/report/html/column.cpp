#include "sim/report/html/column.h"

#include <string_view>

namespace systole::report::html {

void Column::add(std::int64_t value) {
    const std::int64_t delta = value - previous_;
    previous_ = value;
    ++size_;
    std::uint64_t rest = (static_cast<std::uint64_t>(delta) << 1) ^
                         (delta < 0 ? ~std::uint64_t{0} : std::uint64_t{0});
    while (rest >= 0x80) {
        bytes_ += static_cast<char>((rest & 0x7F) | 0x80);
        rest >>= 7;
    }
    bytes_ += static_cast<char>(rest);
}

std::string Column::base64() const {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes_.size() + 2) / 3 * 4);
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return i < bytes_.size() ? static_cast<unsigned char>(bytes_[i]) : 0U;
    };
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
        const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        out += kDigits[group >> 18 & 0x3F];
        out += kDigits[group >> 12 & 0x3F];
        out += i + 1 < bytes_.size() ? kDigits[group >> 6 & 0x3F] : '=';
        out += i + 2 < bytes_.size() ? kDigits[group & 0x3F] : '=';
    }
    return out;
}

}  // namespace systole::report::html
