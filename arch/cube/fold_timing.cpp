#include "arch/cube/fold_timing.h"

#include "sim/core/error.h"

#include <initializer_list>
#include <limits>
#include <string>

namespace systole::arch {

namespace {

constexpr std::uint64_t kLargestCount = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void too_large() {
    throw_bad_input("array.too-large",
                    {},
                    "a count of this product exceeds 63 bits; cut the product into smaller ones");
}

[[noreturn]] void bad_size(const char* what, std::uint64_t found) {
    throw_bad_input(
        "array.size",
        {},
        std::string(what) + " is " + std::to_string(found) + ", expected 1 .. 2147483648");
}

}  // namespace

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product > kLargestCount) {
        too_large();
    }
    return product;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum) || sum > kLargestCount) {
        too_large();
    }
    return sum;
}

void check_sizes(const Gemm& gemm, const Array& array) {
    struct Size {
        const char* name;
        std::uint64_t value;
    };
    for (const Size& size : {Size{"m", gemm.m},
                             Size{"n", gemm.n},
                             Size{"k", gemm.k},
                             Size{"rows", array.rows},
                             Size{"cols", array.cols},
                             Size{"depth", array.depth},
                             Size{"mac_latency", array.mac_latency},
                             Size{"interval", array.interval}}) {
        if (size.value == 0 || size.value > kLargestSize) {
            bad_size(size.name, size.value);
        }
    }
}

Folding fold(const Gemm& gemm, std::uint64_t reduction, const Array& array) {
    Folding f;
    switch (array.dataflow) {
        case Dataflow::kWeightStationary:
            f.on_rows = reduction;
            f.on_cols = gemm.n;
            f.streamed = gemm.m;
            break;
        case Dataflow::kInputStationary:
            f.on_rows = reduction;
            f.on_cols = gemm.m;
            f.streamed = gemm.n;
            break;
        case Dataflow::kOutputStationary:
            f.on_rows = gemm.m;
            f.on_cols = gemm.n;
            f.streamed = reduction;
            break;
        default:
            SYSTOLE_INVARIANT(false, "only ws, is and os fold a product over a skewed grid");
    }
    f.row_folds = ceil_div(f.on_rows, array.rows);
    f.col_folds = ceil_div(f.on_cols, array.cols);
    f.folds = f.row_folds * f.col_folds;  // sizes have 31 bits
    f.last_rows = f.on_rows - (f.row_folds - 1) * array.rows;
    f.last_cols = f.on_cols - (f.col_folds - 1) * array.cols;
    return f;
}

}  // namespace systole::arch
