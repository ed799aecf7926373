#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace systole::report::html {

// A column of integers as the page reads it: each value's difference to the one before, zigzag
// coded (0, -1, 1, -2 -> 0, 1, 2, 3), in base-128 bytes, lowest first, high bit = more follow; all
// of it in base64. One to three characters for a neighbouring value. Values stay below 2^53, the
// range of a JavaScript number.
class Column {
 public:
    void reserve(std::size_t values) { bytes_.reserve(values + values / 2); }
    void add(std::int64_t value);
    void add(std::uint64_t value) { add(static_cast<std::int64_t>(value)); }
    void add(std::uint32_t value) { add(static_cast<std::int64_t>(value)); }

    std::size_t size() const { return size_; }
    std::string base64() const;

 private:
    std::string bytes_;
    std::int64_t previous_ = 0;
    std::size_t size_ = 0;
};

}  // namespace systole::report::html
