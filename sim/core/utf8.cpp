#include "sim/core/utf8.h"

namespace systole {
namespace {

constexpr Utf8Tail kNoLead = {0, 1, 0};

}  // namespace

Utf8Tail utf8_tail(unsigned char lead) {
    if (lead < 0x80) {
        return {0, 0, 0};
    }
    if (lead < 0xC2) {
        return kNoLead;
    }
    if (lead < 0xE0) {
        return {1, 0x80, 0xBF};
    }
    if (lead < 0xF0) {
        const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned char high = lead == 0xED ? 0x9F : 0xBF;
        return {2, low, high};
    }
    if (lead < 0xF5) {
        const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
        return {3, low, high};
    }
    return kNoLead;
}

std::size_t valid_utf8_prefix(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        Utf8Tail tail = utf8_tail(static_cast<unsigned char>(text[at]));
        if (tail.low > tail.high || text.size() - at <= tail.length) {
            return at;
        }
        for (std::size_t i = 1; i <= tail.length; ++i) {
            const auto byte = static_cast<unsigned char>(text[at + i]);
            if (byte < tail.low || byte > tail.high) {
                return at;
            }
            tail.low = 0x80;
            tail.high = 0xBF;
        }
        at += tail.length + 1;
    }
    return at;
}

}  // namespace systole
