#include "arch/cube/grid_kernels.h"

// One copy of each loop for every machine that runs it and one for AVX2, chosen when the program
// starts. Sanitizers cannot start programs that choose that early.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SYSTOLE_FAST __attribute__((target_clones("avx2", "default")))
#else
#define SYSTOLE_FAST
#endif
#define SYSTOLE_INLINE inline __attribute__((always_inline))

namespace systole::arch {
namespace {

SYSTOLE_INLINE std::int32_t product_of(std::int8_t a, std::int8_t b) {
    return static_cast<std::int16_t>(a * b);  // at most 2^14 in size
}
SYSTOLE_INLINE std::int64_t product_of(std::int16_t a, std::int16_t b) {
    const std::int32_t product = a * b;  // at most 2^30 in size
    return product;
}
SYSTOLE_INLINE float product_of(float a, float b) {
    return a * b;
}
SYSTOLE_INLINE std::int32_t sum_of(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
SYSTOLE_INLINE std::int64_t sum_of(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
SYSTOLE_INLINE float sum_of(float a, float b) {
    return a + b;
}

}  // namespace

// The arrays of one call never overlap.
// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define SYSTOLE_GRID_KERNELS(Operand, Sum)                                       \
    SYSTOLE_FAST void multiply_add_row(const Sum* __restrict north,              \
                                       const Operand* __restrict held,           \
                                       const Operand* __restrict west,           \
                                       Sum* __restrict south,                    \
                                       Operand* __restrict east,                 \
                                       std::size_t count) {                      \
        for (std::size_t j = 0; j < count; ++j) {                                \
            south[j] = sum_of(north[j], product_of(held[j], west[j]));           \
            east[j] = west[j];                                                   \
        }                                                                        \
    }                                                                            \
    SYSTOLE_FAST void multiply_row(const Operand* __restrict held,               \
                                   const Operand* __restrict west,               \
                                   Sum* __restrict product,                      \
                                   Operand* __restrict east,                     \
                                   std::size_t count) {                          \
        for (std::size_t j = 0; j < count; ++j) {                                \
            product[j] = product_of(held[j], west[j]);                           \
            east[j] = west[j];                                                   \
        }                                                                        \
    }                                                                            \
    SYSTOLE_FAST void add_row(const Sum* __restrict north,                       \
                              const Sum* __restrict product,                     \
                              Sum* __restrict south,                             \
                              std::size_t count) {                               \
        for (std::size_t j = 0; j < count; ++j) {                                \
            south[j] = sum_of(north[j], product[j]);                             \
        }                                                                        \
    }                                                                            \
    SYSTOLE_FAST void accumulate_row(const Operand* __restrict west,             \
                                     const Operand* __restrict north,            \
                                     Sum* __restrict sum,                        \
                                     Operand* __restrict east,                   \
                                     Operand* __restrict south,                  \
                                     std::size_t count) {                        \
        for (std::size_t j = 0; j < count; ++j) {                                \
            sum[j] = sum_of(sum[j], product_of(west[j], north[j]));              \
            east[j] = west[j];                                                   \
            south[j] = north[j];                                                 \
        }                                                                        \
    }                                                                            \
    SYSTOLE_FAST void accumulate_products_row(                                   \
        const Sum* __restrict product, Sum* __restrict sum, std::size_t count) { \
        for (std::size_t j = 0; j < count; ++j) {                                \
            sum[j] = sum_of(sum[j], product[j]);                                 \
        }                                                                        \
    }                                                                            \
    SYSTOLE_FAST void multiply_both_row(const Operand* __restrict west,          \
                                        const Operand* __restrict north,         \
                                        Sum* __restrict product,                 \
                                        Operand* __restrict east,                \
                                        Operand* __restrict south,               \
                                        std::size_t count) {                     \
        for (std::size_t j = 0; j < count; ++j) {                                \
            product[j] = product_of(west[j], north[j]);                          \
            east[j] = west[j];                                                   \
            south[j] = north[j];                                                 \
        }                                                                        \
    }

SYSTOLE_GRID_KERNELS(std::int8_t, std::int32_t)
SYSTOLE_GRID_KERNELS(std::int16_t, std::int64_t)
SYSTOLE_GRID_KERNELS(float, float)
// NOLINTEND(bugprone-macro-parentheses)

SYSTOLE_FAST std::uint64_t keep_common(const BitWord* a,
                                       const BitWord* b,
                                       BitWord* both,
                                       std::size_t words) {
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < words; ++w) {
        both[w] = a[w] & b[w];
        count += static_cast<std::uint64_t>(__builtin_popcountll(both[w]));
    }
    return count;
}

}  // namespace systole::arch
