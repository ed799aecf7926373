#include "sim/core/name_text.h"

#include "sim/core/visible_text.h"

#include <fmt/format.h>

namespace systole {

std::string name_fault(std::string_view name) {
    if (name.size() > kMaxNameBytes) {
        return fmt::format("has {} bytes, expected at most {}", name.size(), kMaxNameBytes);
    }
    std::string shown = visible(name);
    return shown == name ? "" : fmt::format("has a control character in it: {}", shown);
}

}  // namespace systole
