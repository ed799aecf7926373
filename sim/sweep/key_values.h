#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/key_table.h"
#include "sim/store/value.h"
#include "sim/sweep/sweep_spec.h"

#include <string>
#include <utility>
#include <vector>

namespace systole::sweep {

// The base configuration of a sweep and what its keys may be given, looked up once.
class KeyValues {
 public:
    // Reads the base with the fixed values on top. Error{kBadInput}: those of the configuration's
    // reader; where a fixed value is to blame, at its place in the sweep file.
    KeyValues(const Word& base, const std::vector<Word>& fixed);

    const std::vector<config::Key>& keys() const { return keys_; }
    const config::ArchConfig& base() const { return base_; }
    // The fixed values as overrides, "key=value".
    const std::vector<std::string>& fixed() const { return fixed_; }

    // The key of that name. Error{kBadInput, "sweep.key-unknown"} with the nearest.
    const config::Key& find(const std::string& name, const SourceRef& where) const;
    // A value of the key as a database keeps it. Error{kBadInput, "config.type" / "config.range" /
    // "config.choice" ...} at the word's place for one that the key does not take. Values that only
    // conflict with other keys pass: which those are, is a matter of the point.
    store::Value check(const config::Key& key, const Word& word) const;
    // What the base has.
    store::Value base_value(const config::Key& key) const;
    // Key and resolved value of the base for every key in the table's order; of the energy table
    // the SHA-256 of its files in place of its name.
    const std::vector<std::pair<std::string, std::string>>& base_rows() const { return rows_; }

 private:
    std::string path_;
    std::vector<config::Key> keys_;
    std::vector<std::string> fixed_;
    config::ArchConfig base_;
    std::vector<std::pair<std::string, std::string>> rows_;
};

// The SHA-256 of the contents of an energy table and of those it extends; "" for none.
std::string energy_table_hash(const std::string& path, const std::string& asked_by);

}  // namespace systole::sweep
