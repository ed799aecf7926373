#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {

// The fields of a node, under the names that both trace formats give them.
enum class Field : std::uint8_t { kId, kOp, kBufId, kSize, kType, kPipe, kCycles, kBufs };
inline constexpr std::size_t kFieldCount = 8;
inline constexpr std::array<std::string_view, kFieldCount> kFieldNames = {
    "Id", "Op", "BufId", "Size", "Type", "Pipe", "Cycles", "Bufs"};

constexpr std::size_t index(Field f) {
    return static_cast<std::size_t>(f);
}
constexpr std::string_view name(Field f) {
    return kFieldNames[index(f)];
}
constexpr std::optional<Field> field_from(std::string_view text) {
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        if (kFieldNames[i] == text) {
            return static_cast<Field>(i);
        }
    }
    return std::nullopt;
}

// One node as a reader found it, before anybody asked whether it makes sense. Numbers are at most
// ir::kMaxNodeValue. A reader keeps one record and refills it.
struct NodeRecord {
    std::uint32_t line = 0;     // where the node starts
    std::uint32_t present = 0;  // one bit per Field
    std::uint32_t id = 0;
    std::uint32_t buf_id = 0;
    std::uint32_t size = 0;
    std::uint32_t cycles = 0;
    std::string op;
    std::string type;
    std::string pipe;
    std::vector<std::uint32_t> bufs;
    std::vector<std::string> unknown;  // some of the keys that are no field, for hints

    bool has(Field f) const { return (present >> index(f) & 1u) != 0; }
    void mark(Field f) { present |= 1u << index(f); }
    void reset(std::uint32_t new_line) {
        line = new_line;
        present = 0;
        bufs.clear();
        unknown.clear();
    }
    std::uint32_t& number(Field f) {
        return f == Field::kId      ? id
               : f == Field::kBufId ? buf_id
               : f == Field::kSize  ? size
                                    : cycles;
    }
    const std::string& text(Field f) const {
        return f == Field::kOp ? op : f == Field::kType ? type : pipe;
    }
    std::string& text(Field f) { return f == Field::kOp ? op : f == Field::kType ? type : pipe; }
    std::optional<std::uint64_t> node() const {
        return has(Field::kId) ? std::optional<std::uint64_t>(id) : std::nullopt;
    }
};

constexpr bool is_number(Field f) {
    return f == Field::kId || f == Field::kBufId || f == Field::kSize || f == Field::kCycles;
}
constexpr bool is_text(Field f) {
    return f == Field::kOp || f == Field::kType || f == Field::kPipe;
}

// "; found 'cycle': write it 'Cycles'" when one of the keys found looks like the one that is
// missing, else "".
std::string misspelt_hint(std::string_view missing, const std::vector<std::string>& found);

}  // namespace systole::load
