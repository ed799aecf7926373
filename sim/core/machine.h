#pragma once

#include "sim/core/ids.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace systole {

// What stays in the array while the rest streams through it. kBlock is the 3-D cube of a
// Davinci-class core: one rows x depth x cols block a cycle, operands broadcast, no skew.
enum class Dataflow : std::uint8_t {
    kWeightStationary,
    kOutputStationary,
    kInputStationary,
    kRowStationary,
    kBlock
};
inline constexpr std::size_t kDataflowCount = 5;
inline constexpr std::array<std::string_view, kDataflowCount> kDataflowNames = {
    "ws", "os", "is", "rs", "block"};

// Whether operands pass from PE to PE, so that an array fills and drains.
constexpr bool is_skewed(Dataflow d) {
    return d == Dataflow::kWeightStationary || d == Dataflow::kInputStationary ||
           d == Dataflow::kOutputStationary;
}

// The type of the operands; products are summed in a wider accumulator.
enum class ElementType : std::uint8_t { kInt8, kInt16, kFp16, kFp32 };
inline constexpr std::size_t kElementTypeCount = 4;
inline constexpr std::array<std::string_view, kElementTypeCount> kElementTypeNames = {
    "int8", "int16", "fp16", "fp32"};
inline constexpr std::array<Bytes, kElementTypeCount> kElementBytes = {1, 2, 2, 4};
// int8 sums in int32, int16 in int64 (so that no sum of ours overflows), fp16 and fp32 in fp32.
inline constexpr std::array<Bytes, kElementTypeCount> kAccumulatorBytes = {4, 8, 4, 4};

constexpr std::string_view name(Dataflow d) {
    return kDataflowNames[static_cast<std::size_t>(d)];
}
constexpr std::string_view name(ElementType t) {
    return kElementTypeNames[static_cast<std::size_t>(t)];
}
constexpr Bytes element_bytes(ElementType t) {
    return kElementBytes[static_cast<std::size_t>(t)];
}
constexpr Bytes accumulator_bytes(ElementType t) {
    return kAccumulatorBytes[static_cast<std::size_t>(t)];
}

// The three operands of a matrix product C[m x n] = A[m x k] * B[k x n]: activations, weights and
// outputs.
enum class Operand : std::uint8_t { kActivations, kWeights, kOutputs };
inline constexpr std::size_t kOperandCount = 3;
inline constexpr std::array<std::string_view, kOperandCount> kOperandNames = {
    "activations", "weights", "outputs"};
constexpr std::string_view name(Operand o) {
    return kOperandNames[static_cast<std::size_t>(o)];
}
template <class T>
struct PerOperand : std::array<T, kOperandCount> {
    using Base = std::array<T, kOperandCount>;
    T& operator[](Operand o) { return Base::operator[](static_cast<std::size_t>(o)); }
    const T& operator[](Operand o) const { return Base::operator[](static_cast<std::size_t>(o)); }
};
inline constexpr std::array<Operand, kOperandCount> kOperands = {
    Operand::kActivations, Operand::kWeights, Operand::kOutputs};

}  // namespace systole
