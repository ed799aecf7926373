#pragma once

#include <string>

namespace systole {

// The SHA-256 of the bytes of a file, as 64 lower-case hex digits. Error{kBadInput, "input.open" /
// "input.read"} with the path and the system's reason when it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace systole
