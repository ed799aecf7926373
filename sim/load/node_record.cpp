#include "sim/load/node_record.h"

#include "sim/core/nearest.h"

#include <fmt/format.h>

namespace systole::load {

std::string misspelt_hint(std::string_view missing, const std::vector<std::string>& found) {
    const std::string_view like =
        nearest(missing, std::vector<std::string_view>(found.begin(), found.end()));
    return like.empty() ? "" : fmt::format("; found '{}': write it '{}'", like, missing);
}

}  // namespace systole::load
