#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {

// The fields of a node, under the names that both trace formats give them. Those from Work on say
// what an operation does (ir::Work); traces without shapes have none of them.
enum class Field : std::uint8_t {
    kId,
    kOp,
    kBufId,
    kSize,
    kType,
    kPipe,
    kCycles,
    kBufs,
    kWork,
    kLayer,
    kOperand,
    kM,
    kN,
    kK,
    kAddress,
    kStride
};
inline constexpr std::size_t kFieldCount = 16;
inline constexpr std::size_t kPlainFieldCount = 8;  // the first ones, without shapes
inline constexpr std::array<std::string_view, kFieldCount> kFieldNames = {"Id",
                                                                          "Op",
                                                                          "BufId",
                                                                          "Size",
                                                                          "Type",
                                                                          "Pipe",
                                                                          "Cycles",
                                                                          "Bufs",
                                                                          "Work",
                                                                          "Layer",
                                                                          "Operand",
                                                                          "M",
                                                                          "N",
                                                                          "K",
                                                                          "Address",
                                                                          "Stride"};

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

// Work of a node, in the order of ir::WorkKind without kNone.
inline constexpr std::array<std::string_view, 3> kWorkNames = {"matmul", "vector", "move"};

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
    std::string work;
    std::string operand;
    std::array<std::uint32_t, 5> shape{};  // Layer, M, N, K, Stride
    std::uint64_t address = 0;
    std::vector<std::uint32_t> bufs;
    std::vector<std::string> unknown;  // some of the keys that are no field, for hints

    bool has(Field f) const { return (present >> index(f) & 1u) != 0; }
    void mark(Field f) { present |= 1u << index(f); }
    void reset(std::uint32_t new_line) {
        line = new_line;
        present = 0;
        bufs.clear();
        unknown.clear();
        shape = {};
        address = 0;
    }
    std::uint32_t& number(Field f) {
        switch (f) {
            case Field::kId:
                return id;
            case Field::kBufId:
                return buf_id;
            case Field::kSize:
                return size;
            case Field::kLayer:
                return shape[0];
            case Field::kM:
                return shape[1];
            case Field::kN:
                return shape[2];
            case Field::kK:
                return shape[3];
            case Field::kStride:
                return shape[4];
            default:
                return cycles;
        }
    }
    const std::string& text(Field f) const {
        switch (f) {
            case Field::kOp:
                return op;
            case Field::kType:
                return type;
            case Field::kWork:
                return work;
            case Field::kOperand:
                return operand;
            default:
                return pipe;
        }
    }
    std::string& text(Field f) {
        return const_cast<std::string&>(static_cast<const NodeRecord*>(this)->text(f));
    }
    std::optional<std::uint64_t> node() const {
        return has(Field::kId) ? std::optional<std::uint64_t>(id) : std::nullopt;
    }
};

constexpr bool is_text(Field f) {
    return f == Field::kOp || f == Field::kType || f == Field::kPipe || f == Field::kWork ||
           f == Field::kOperand;
}
constexpr bool is_number(Field f) {
    return f != Field::kBufs && !is_text(f);
}
// The largest value of a number: bytes of DDR go beyond what a node may hold.
constexpr std::uint64_t largest(Field f) {
    return f == Field::kAddress ? 0x7FFFFFFFFFFFFFFFu : 0x7FFFFFFFu;
}

// "; found 'cycle': write it 'Cycles'" when one of the keys found looks like the one that is
// missing, else "".
std::string misspelt_hint(std::string_view missing, const std::vector<std::string>& found);

}  // namespace systole::load
