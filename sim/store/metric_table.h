#pragma once

#include "sim/core/span.h"

#include <cstddef>
#include <string_view>

namespace systole::store {

enum class Better { kSmaller, kLarger, kNeither };

// A number of a whole run that is kept for every point. One table for the schema, `query`,
// `compare` and their documentation.
struct Metric {
    std::string_view name;  // as in report.json where that has it; a tier or pipe behind a dot
    std::string_view unit;
    Better better;
    bool whole;  // a whole number
    std::string_view help;
};

Span<Metric> metric_table();

// The row's place in metric_table(), or its size when there is none of this name.
std::size_t metric_index(std::string_view name);

}  // namespace systole::store
