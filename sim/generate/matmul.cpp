#include "sim/generate/matmul.h"

#include "sim/generate/dataflow_builder.h"
#include "sim/generate/parameter_kinds.h"

#include <array>

namespace systole::generate {
namespace {

// Block counts and tile sizes of Matmul_Case0; Case1 has 16 blocks along each axis.
constexpr std::array kParameters = {
    block_count("m", 8, "block rows of A and C"),
    block_count("n", 8, "block columns of B and C"),
    block_count("k", 8, "block columns of A, block rows of B"),
    tile_size("a-tile", 128, "a block of A, in L1 and in L0A"),
    tile_size("b-tile", 128, "a block of B, in L1 and in L0B"),
    tile_size("c-tile", 256, "a block of C, in L0C"),
    cycle_cost("copy-in-a-cycles", 325, "COPY_IN of a block of A, DDR to L1"),
    cycle_cost("copy-in-b-cycles", 325, "COPY_IN of a block of B, DDR to L1"),
    cycle_cost("move-a-cycles", 31, "MOVE of a block of A, L1 to L0A"),
    cycle_cost("move-b-cycles", 31, "MOVE of a block of B, L1 to L0B"),
    cycle_cost("matmul-cycles", 128, "MATMUL of two blocks, added to a block of C"),
    cycle_cost("copy-out-cycles", 263, "COPY_OUT of a block of C, L0C to DDR"),
};

}  // namespace

Span<Parameter> matmul_parameters() {
    return {kParameters.data(), kParameters.size()};
}

TraceSize matmul_size(const Values& values) {
    const Count m = values["m"];
    const Count n = values["n"];
    const Count k = values["k"];
    const Count inputs = m * k + k * n;
    const Count outputs = m * n;
    const Count products = m * n * k;
    TraceSize size;
    size.buffers = inputs + outputs + 2 * products;
    size.operations = inputs + outputs + 3 * products;
    size.listed = inputs + outputs + 7 * products;
    size.closing = outputs + 4 * products;
    return size;
}

ir::Program build_matmul(const Values& values) {
    const std::uint32_t m = values["m"];
    const std::uint32_t n = values["n"];
    const std::uint32_t k = values["k"];
    const std::uint32_t a_tile = values["a-tile"];
    const std::uint32_t b_tile = values["b-tile"];
    const std::uint32_t c_tile = values["c-tile"];

    DataflowBuilder trace(matmul_size(values));
    const auto copy_in_a = trace.op("COPY_IN", Pipe::kMTE2, values["copy-in-a-cycles"]);
    const auto copy_in_b = trace.op("COPY_IN", Pipe::kMTE2, values["copy-in-b-cycles"]);
    const auto move_a = trace.op("MOVE", Pipe::kMTE1, values["move-a-cycles"]);
    const auto move_b = trace.op("MOVE", Pipe::kMTE1, values["move-b-cycles"]);
    const auto matmul = trace.op("MATMUL", Pipe::kCube, values["matmul-cycles"]);
    const auto copy_out = trace.op("COPY_OUT", Pipe::kFixp, values["copy-out-cycles"]);

    std::vector<BufId> a_row(k);                            // A(i, 0..k)
    std::vector<BufId> b(static_cast<std::size_t>(k) * n);  // B, column after column
    for (std::uint32_t i = 0; i < m; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            const BufId c = trace.alloc(Tier::kL0C, c_tile);
            for (std::uint32_t p = 0; p < k; ++p) {
                BufId& a_block = a_row[p];
                BufId& b_block = b[static_cast<std::size_t>(j) * k + p];
                if (j == 0) {
                    a_block = trace.alloc(Tier::kL1, a_tile);
                }
                if (i == 0) {
                    b_block = trace.alloc(Tier::kL1, b_tile);
                }
                if (j == 0) {
                    trace.produce(copy_in_a, {a_block});
                }
                if (i == 0) {
                    trace.produce(copy_in_b, {b_block});
                }
                const BufId l0a = trace.alloc(Tier::kL0A, a_tile);
                const BufId l0b = trace.alloc(Tier::kL0B, b_tile);
                trace.produce(move_a, {l0a, a_block});
                trace.produce(move_b, {l0b, b_block});
                trace.produce(matmul, {c, l0b, l0a});
            }
            trace.consume(copy_out, c);
        }
    }
    return trace.finish();
}

}  // namespace systole::generate
