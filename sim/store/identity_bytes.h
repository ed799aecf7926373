#pragma once

#include <string>
#include <string_view>

namespace systole::store {

// The 32 bytes that 64 hex digits spell, as a database keeps an identity.
inline std::string identity_bytes(std::string_view hex) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    }
    return bytes;
}

}  // namespace systole::store
