#pragma once

#include "arch/cube/bit_row.h"

#include <cstddef>
#include <cstdint>

namespace systole::arch {

// The wide accumulator of an operand type (sim/core/machine.h). fp16 operands are held as the float
// of the same value, so that fp16 and fp32 share a datapath.
template <class Element>
struct AccumulatorOf;
template <>
struct AccumulatorOf<std::int8_t> {
    using Type = std::int32_t;
};
template <>
struct AccumulatorOf<std::int16_t> {
    using Type = std::int64_t;
};
template <>
struct AccumulatorOf<float> {
    using Type = float;
};
template <class Element>
using Accumulator = typename AccumulatorOf<Element>::Type;

// What `count` neighbouring PEs of a row do in one cycle. Integer sums wrap as two's complement; a
// float product is rounded before it is added (no fused multiply-add).

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define SYSTOLE_GRID_KERNELS(Element, Sum)                                                         \
    /* ws, is: sum goes south, the operand east (east points at the eastern neighbours). */        \
    void multiply_add_row(const Sum* north,                                                        \
                          const Element* held,                                                     \
                          const Element* west,                                                     \
                          Sum* south,                                                              \
                          Element* east,                                                           \
                          std::size_t count);                                                      \
    /* the first half of the same with a pipelined multiplier ... */                               \
    void multiply_row(                                                                             \
        const Element* held, const Element* west, Sum* product, Element* east, std::size_t count); \
    /* ... and the second */                                                                       \
    void add_row(const Sum* north, const Sum* product, Sum* south, std::size_t count);             \
    /* os: the sum stays, operands go east and south. */                                           \
    void accumulate_row(const Element* west,                                                       \
                        const Element* north,                                                      \
                        Sum* sum,                                                                  \
                        Element* east,                                                             \
                        Element* south,                                                            \
                        std::size_t count);                                                        \
    void accumulate_products_row(const Sum* product, Sum* sum, std::size_t count);                 \
    void multiply_both_row(const Element* west,                                                    \
                           const Element* north,                                                   \
                           Sum* product,                                                           \
                           Element* east,                                                          \
                           Element* south,                                                         \
                           std::size_t count);

SYSTOLE_GRID_KERNELS(std::int8_t, std::int32_t)
SYSTOLE_GRID_KERNELS(std::int16_t, std::int64_t)
SYSTOLE_GRID_KERNELS(float, float)
#undef SYSTOLE_GRID_KERNELS
// NOLINTEND(bugprone-macro-parentheses)

// both = a & b; the number of bits set in it.
std::uint64_t keep_common(const BitWord* a, const BitWord* b, BitWord* both, std::size_t words);

}  // namespace systole::arch
