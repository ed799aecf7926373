#include "sim/generate/flash_attention.h"

#include "sim/generate/dataflow_builder.h"
#include "sim/generate/parameter_kinds.h"

#include <array>

namespace systole::generate {
namespace {

// Block counts, tile sizes and costs of FlashAttention_Case0; Case1 has 8 query blocks and 8 key
// blocks.
constexpr std::array kParameters = {
    block_count("query-blocks", 4, "blocks of rows of Q"),
    block_count("key-blocks", 4, "blocks of rows of K and V"),
    block_count("head-splits", 2, "tiles a block of Q or K is cut into, along the head"),
    block_count("value-splits", 2, "tiles a block of V or of the output is cut into"),
    tile_size("l1-tile", 256, "a tile of Q, K, V or P in L1"),
    tile_size("l0-tile", 128, "the same in L0A or L0B"),
    tile_size("l0c-tile", 256, "a product in L0C"),
    tile_size("score-tile", 128, "a block of scores and what is computed from it, in UB"),
    tile_size("output-tile", 128, "a tile of the output in UB"),
    tile_size("statistic-units", 2, "one value for each row of a block, in UB"),
    tile_size("scratch-units", 16, "what COMPACT needs beside them, in UB"),
    cycle_cost("copy-in-cycles", 581, "COPY_IN of a tile of Q, K or V, DDR to L1"),
    cycle_cost("move-a-cycles", 31, "MOVE of a tile of Q or P, L1 to L0A"),
    cycle_cost("move-b-cycles", 54, "MOVE of a tile of K or V, L1 to L0B"),
    cycle_cost("matmul-cycles", 128, "MATMUL of two tiles, added to a product"),
    cycle_cost("drain-cycles", 41, "COPY of a product, L0C to UB"),
    cycle_cost("rowmax-cycles", 310, "ROWMAX of a score block"),
    cycle_cost("rowsum-cycles", 342, "ROWSUM of a score block"),
    cycle_cost("compact-cycles", 113, "COMPACT of either to one value a row"),
    cycle_cost("sub-cycles", 151, "SUB of the row maximum from a score block"),
    cycle_cost("exp-cycles", 218, "EXP of a score block"),
    cycle_cost("store-cycles", 271, "COPY of P, UB to L1"),
    cycle_cost("statistic-max-cycles", 23, "MAX of two row statistics"),
    cycle_cost("statistic-sub-cycles", 24, "SUB of two row statistics"),
    cycle_cost("statistic-exp-cycles", 31, "EXP of a row statistic"),
    cycle_cost("statistic-mul-cycles", 25, "MUL of two row statistics"),
    cycle_cost("statistic-add-cycles", 24, "ADD of two row statistics"),
    cycle_cost("statistic-rec-cycles", 37, "REC of a row statistic"),
    cycle_cost("output-mul-cycles", 38, "MUL of an output tile by a row statistic"),
    cycle_cost("output-add-cycles", 37, "ADD of two output tiles"),
    cycle_cost("copy-out-cycles", 191, "COPY_OUT of an output tile, UB to DDR"),
    cycle_cost("copy-out-statistic-cycles", 150, "COPY_OUT of a row statistic, UB to DDR"),
};

// Tile sizes in units.
struct Sizes {
    explicit Sizes(const Values& v)
        : l1_tile(v["l1-tile"]),
          l0_tile(v["l0-tile"]),
          l0c_tile(v["l0c-tile"]),
          score(v["score-tile"]),
          output(v["output-tile"]),
          statistic(v["statistic-units"]),
          scratch(v["scratch-units"]) {}

    std::uint32_t l1_tile, l0_tile, l0c_tile, score, output, statistic, scratch;
};

struct Ops {
    Ops(DataflowBuilder& trace, const Values& v)
        : copy_in(trace.op("COPY_IN", Pipe::kMTE2, v["copy-in-cycles"])),
          move_a(trace.op("MOVE", Pipe::kMTE1, v["move-a-cycles"])),
          move_b(trace.op("MOVE", Pipe::kMTE1, v["move-b-cycles"])),
          matmul(trace.op("MATMUL", Pipe::kCube, v["matmul-cycles"])),
          drain(trace.op("COPY", Pipe::kFixp, v["drain-cycles"])),
          rowmax(trace.op("ROWMAX", Pipe::kVector, v["rowmax-cycles"])),
          rowsum(trace.op("ROWSUM", Pipe::kVector, v["rowsum-cycles"])),
          compact(trace.op("COMPACT", Pipe::kVector, v["compact-cycles"])),
          sub(trace.op("SUB", Pipe::kVector, v["sub-cycles"])),
          exp(trace.op("EXP", Pipe::kVector, v["exp-cycles"])),
          store(trace.op("COPY", Pipe::kMTE3, v["store-cycles"])),
          statistic_max(trace.op("MAX", Pipe::kVector, v["statistic-max-cycles"])),
          statistic_sub(trace.op("SUB", Pipe::kVector, v["statistic-sub-cycles"])),
          statistic_exp(trace.op("EXP", Pipe::kVector, v["statistic-exp-cycles"])),
          statistic_mul(trace.op("MUL", Pipe::kVector, v["statistic-mul-cycles"])),
          statistic_add(trace.op("ADD", Pipe::kVector, v["statistic-add-cycles"])),
          statistic_rec(trace.op("REC", Pipe::kVector, v["statistic-rec-cycles"])),
          output_mul(trace.op("MUL", Pipe::kVector, v["output-mul-cycles"])),
          output_add(trace.op("ADD", Pipe::kVector, v["output-add-cycles"])),
          copy_out(trace.op("COPY_OUT", Pipe::kMTE3, v["copy-out-cycles"])),
          copy_out_statistic(trace.op("COPY_OUT", Pipe::kMTE3, v["copy-out-statistic-cycles"])) {}

    DataflowBuilder::Op copy_in, move_a, move_b, matmul, drain, rowmax, rowsum, compact, sub, exp,
        store, statistic_max, statistic_sub, statistic_exp, statistic_mul, statistic_add,
        statistic_rec, output_mul, output_add, copy_out, copy_out_statistic;
};

// An operand of a MATMUL: its tile in L1, or the wish to have one made first, from `source` in UB
// or, without a source, from DDR.
struct Operand {
    BufId& tile;
    bool missing;
    BufId source = BufId::kNone;
};

// Per query row: the largest score so far, and the sum of the exponentials relative to it.
struct Statistics {
    BufId max = BufId::kNone;
    BufId sum = BufId::kNone;
};

class FlashAttention {
 public:
    explicit FlashAttention(const Values& values)
        : queries_(values["query-blocks"]),
          keys_(values["key-blocks"]),
          head_splits_(values["head-splits"]),
          value_splits_(values["value-splits"]),
          size_(values),
          trace_(flash_attention_size(values)),
          ops_(trace_, values),
          q_(static_cast<std::size_t>(queries_) * head_splits_),
          k_(head_splits_),
          v_(value_splits_),
          products_(value_splits_),
          outputs_(static_cast<std::size_t>(queries_) * value_splits_),
          running_(queries_) {}

    ir::Program build() {
        for (std::uint32_t key = 0; key < keys_; ++key) {
            for (std::uint32_t query = 0; query < queries_; ++query) {
                block(query, key);
            }
        }
        return trace_.finish();
    }

 private:
    void block(std::uint32_t query, std::uint32_t key) {
        const BufId product = trace_.alloc(Tier::kL0C, size_.l0c_tile);
        BufId* const q = &q_[static_cast<std::size_t>(query) * head_splits_];
        for (std::uint32_t d = 0; d < head_splits_; ++d) {
            multiply(product, {q[d], key == 0}, {k_[d], query == 0});
        }
        BufId exponentials{};
        const Statistics current = softmax(product, exponentials);
        Statistics& running = running_[query];
        if (key == 0) {
            running = current;
            weigh_values(exponentials, query == 0);
            start_output(query);
        } else {
            const Statistics previous = running;
            running.max = stat(ops_.statistic_max, previous.max, current.max);
            const BufId old_scale = scale(previous.max, running.max);
            const BufId new_scale = scale(current.max, running.max);
            const BufId new_sum = stat(ops_.statistic_mul, new_scale, current.sum);
            const BufId old_sum = stat(ops_.statistic_mul, old_scale, previous.sum);
            running.sum = stat(ops_.statistic_add, old_sum, new_sum);
            weigh_values(exponentials, query == 0);
            add_to_output(query, old_scale, new_scale);
        }
        if (key + 1 == keys_) {
            write_output(query);
        }
    }

    // product += a x b.
    void multiply(BufId product, Operand a, Operand b) {
        for (const Operand& operand : {a, b}) {
            if (operand.missing) {
                operand.tile = trace_.alloc(Tier::kL1, size_.l1_tile);
            }
        }
        for (const Operand& operand : {a, b}) {
            if (operand.missing && operand.source == BufId::kNone) {
                trace_.produce(ops_.copy_in, {operand.tile});
            } else if (operand.missing) {
                trace_.produce(ops_.store, {operand.tile, operand.source});
            }
        }
        const BufId l0a = trace_.alloc(Tier::kL0A, size_.l0_tile);
        const BufId l0b = trace_.alloc(Tier::kL0B, size_.l0_tile);
        trace_.produce(ops_.move_a, {l0a, a.tile});
        trace_.produce(ops_.move_b, {l0b, b.tile});
        trace_.produce(ops_.matmul, {product, l0b, l0a});
    }

    // The statistics of one block of scores alone, and exp(score - row maximum).
    Statistics softmax(BufId product, BufId& exponentials) {
        const BufId scores = trace_.alloc(Tier::kUB, size_.score);
        const BufId wide_max = trace_.alloc(Tier::kUB, size_.score);
        trace_.produce(ops_.drain, {scores, product});
        trace_.produce(ops_.rowmax, {wide_max, scores});
        Statistics statistics;
        statistics.max = compact(wide_max);
        const BufId shifted = trace_.alloc(Tier::kUB, size_.score);
        trace_.produce(ops_.sub, {shifted, scores, wide_max});
        exponentials = trace_.alloc(Tier::kUB, size_.score);
        trace_.produce(ops_.exp, {exponentials, shifted});
        const BufId wide_sum = trace_.alloc(Tier::kUB, size_.score);
        trace_.produce(ops_.rowsum, {wide_sum, exponentials});
        statistics.sum = compact(wide_sum);
        return statistics;
    }

    BufId compact(BufId wide) {
        const BufId narrow = trace_.alloc(Tier::kUB, size_.statistic);
        const BufId scratch = trace_.alloc(Tier::kUB, size_.scratch);
        trace_.produce(ops_.compact, {narrow, wide, scratch});
        return narrow;
    }

    BufId stat(const DataflowBuilder::Op& op, BufId x, BufId y) {
        const BufId result = trace_.alloc(Tier::kUB, size_.statistic);
        trace_.produce(op, {result, x, y});
        return result;
    }

    // exp(from - to): what turns sums relative to `from` into sums relative to `to`.
    BufId scale(BufId from, BufId to) {
        const BufId difference = stat(ops_.statistic_sub, from, to);
        const BufId result = trace_.alloc(Tier::kUB, size_.statistic);
        trace_.produce(ops_.statistic_exp, {result, difference});
        return result;
    }

    // exponentials x V of the current key block, one product for each split.
    void weigh_values(BufId exponentials, bool load_values) {
        BufId p{};
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            products_[v] = trace_.alloc(Tier::kL0C, size_.l0c_tile);
            multiply(products_[v], {p, v == 0, exponentials}, {v_[v], load_values});
        }
    }

    void start_output(std::uint32_t query) {
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            output(query, v) = trace_.alloc(Tier::kUB, size_.output);
            trace_.produce(ops_.drain, {output(query, v), products_[v]});
        }
    }

    void add_to_output(std::uint32_t query, BufId old_scale, BufId new_scale) {
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            const BufId drained = trace_.alloc(Tier::kUB, size_.output);
            const BufId scaled = trace_.alloc(Tier::kUB, size_.output);
            trace_.produce(ops_.drain, {drained, products_[v]});
            trace_.produce(ops_.output_mul, {scaled, drained, new_scale});
            products_[v] = scaled;
        }
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            const BufId scaled = trace_.alloc(Tier::kUB, size_.output);
            trace_.produce(ops_.output_mul, {scaled, output(query, v), old_scale});
            output(query, v) = scaled;
        }
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            const BufId sum = trace_.alloc(Tier::kUB, size_.output);
            trace_.produce(ops_.output_add, {sum, output(query, v), products_[v]});
            output(query, v) = sum;
        }
    }

    void write_output(std::uint32_t query) {
        const BufId reciprocal = trace_.alloc(Tier::kUB, size_.statistic);
        trace_.produce(ops_.statistic_rec, {reciprocal, running_[query].sum});
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            const BufId result = trace_.alloc(Tier::kUB, size_.output);
            trace_.produce(ops_.output_mul, {result, output(query, v), reciprocal});
            output(query, v) = result;
        }
        for (std::uint32_t v = 0; v < value_splits_; ++v) {
            trace_.consume(ops_.copy_out, output(query, v));
        }
        trace_.consume(ops_.copy_out_statistic, running_[query].sum);
        trace_.consume(ops_.copy_out_statistic, running_[query].max);
    }

    BufId& output(std::uint32_t query, std::uint32_t v) {
        return outputs_[static_cast<std::size_t>(query) * value_splits_ + v];
    }

    const std::uint32_t queries_, keys_, head_splits_, value_splits_;
    const Sizes size_;
    DataflowBuilder trace_;
    const Ops ops_;

    std::vector<BufId> q_;         // in L1, by query block and split: they stay for all key blocks
    std::vector<BufId> k_;         // in L1, of the current key block
    std::vector<BufId> v_;         // the same
    std::vector<BufId> products_;  // exponentials x V of the current block, by split
    std::vector<BufId> outputs_;   // in UB, by query block and split
    std::vector<Statistics> running_;  // by query block
};

}  // namespace

Span<Parameter> flash_attention_parameters() {
    return {kParameters.data(), kParameters.size()};
}

// In each sum: what is loaded once, every block, blocks that have an earlier one to be merged with,
// and the end of each query block.
TraceSize flash_attention_size(const Values& values) {
    const Count q = values["query-blocks"];
    const Count k = values["key-blocks"];
    const Count d = values["head-splits"];
    const Count v = values["value-splits"];
    const Count blocks = q * k;
    const Count later = q * (values["key-blocks"] - 1);  // blocks after the first of their query
    const Count inputs = q * d + k * d + k * v;
    TraceSize size;
    size.buffers =
        inputs + blocks * (11 + 2 * d + 3 * v) + q * v + later * (8 + 4 * v) + q * (1 + v);
    size.operations = inputs + blocks * (8 + 3 * d + 4 * v) + later * (8 + 3 * v) + q * (3 + 2 * v);
    size.listed = inputs + blocks * (19 + 7 * d + 9 * v) + later * (22 + 9 * v) + q * (4 + 4 * v);
    size.closing = blocks * (10 + 4 * d + 5 * v) + later * (12 + 6 * v) + q * (3 + 3 * v);
    return size;
}

ir::Program build_flash_attention(const Values& values) {
    return FlashAttention(values).build();
}

}  // namespace systole::generate
