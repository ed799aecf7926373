#include "sim/core/shell_text.h"

#include <algorithm>

namespace systole {
namespace {

bool is_plain(char c) {
    return std::string_view(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
               "_-./=:,+@%")
               .find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_quoted(std::string_view argument) {
    if (!argument.empty() && std::all_of(argument.begin(), argument.end(), is_plain)) {
        return std::string(argument);
    }
    std::string quoted = "'";
    for (const char c : argument) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace systole
