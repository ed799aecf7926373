#pragma once

#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/core/span.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

namespace systole {

// The row of a registry table whose `name` is `wanted`. Error{kBadInput, rule} names the known ones
// and the nearest when there is none; `kind` says what the table holds ("scheduler").
template <class Row>
const Row& find_named(Span<Row> table,
                      std::string_view wanted,
                      const char* rule,
                      const char* kind) {
    std::vector<std::string_view> names;
    names.reserve(table.size());
    for (const Row& row : table) {
        if (row.name == wanted) {
            return row;
        }
        names.push_back(row.name);
    }
    throw_bad_input(rule,
                    {},
                    fmt::format("there is no {} '{}'; known are: {}{}",
                                kind,
                                wanted,
                                fmt::join(names, ", "),
                                did_you_mean(wanted, names)));
}

}  // namespace systole
