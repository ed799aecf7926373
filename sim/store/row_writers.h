#pragma once

#include "sim/store/query.h"

#include <functional>
#include <memory>
#include <string_view>

namespace systole::store {

using TextSink = std::function<void(std::string_view)>;

// Rows as CSV (RFC 4180), as a JSON array of objects, one a line, or as an aligned table. None
// keeps more than some hundred rows in memory.
std::unique_ptr<RowSink> csv_rows(TextSink out);
std::unique_ptr<RowSink> json_rows(TextSink out);
std::unique_ptr<RowSink> table_rows(TextSink out);

}  // namespace systole::store
