#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace systole {

// The longest name of an op, a layer or a key, in bytes.
inline constexpr std::size_t kMaxNameBytes = 1024;

// Why `name` can be no name, as a clause: "has 4000 bytes, expected at most 1024", "has a control
// character in it: ...". Empty when it can be one. Line feeds are control characters, too.
std::string name_fault(std::string_view name);

}  // namespace systole
