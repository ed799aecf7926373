#pragma once

#include <string>
#include <string_view>

namespace systole {

// One argument as a POSIX shell reads it back: as it is where that is plain, else in quotes.
std::string shell_quoted(std::string_view argument);

}  // namespace systole
