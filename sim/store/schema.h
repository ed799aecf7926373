#pragma once

#include "sim/store/database.h"

#include <string>
#include <string_view>
#include <vector>

namespace systole::store {

// SCHEMA.md describes this version. A file of another one is refused: "store.version".
inline constexpr int kSchemaVersion = 1;

// `name` as SQL writes an identifier: "cube.rows" in double quotes.
std::string identifier(std::string_view name);

// Makes the tables in an empty database, or checks that a file is a whole one of ours. Errors:
// "store.foreign", "store.version", "store.damaged" (the file is shorter than it says of itself),
// and those of Database.
void prepare_schema(const Database& database);
void check_schema(const Database& database);

// The swept keys that have a column of their own in `points`, in the order they came.
std::vector<std::string> key_columns(const Database& database);
void add_key_column(const Database& database, std::string_view key);

}  // namespace systole::store
