#include "sim/lower/matrix_program.h"

#include "sim/core/error.h"
#include "sim/model/op_cycles.h"

#include <algorithm>
#include <deque>

namespace systole::lower {
namespace {

constexpr std::uint32_t kNotYet = 0xFFFFFFFFu;

std::uint32_t narrow(std::uint64_t value) {
    SYSTOLE_INVARIANT(value <= 0xFFFFFFFFu, "a tile's size is beyond 32 bits");
    return static_cast<std::uint32_t>(value);
}

// One MATMUL, by the numbers of what it uses.
struct Step {
    std::uint32_t problem, m, n;  // tiles
    std::uint32_t chunk, part;    // of the reduction
    std::uint32_t chunk_a, chunk_b;
    std::uint32_t tile_a, tile_b;  // in the tiers beside the array
    std::uint32_t sums;
    bool first, last;  // of its output tile
};

// A buffer's worth of one operand: when it is first and last needed, and where it is.
struct Piece {
    std::uint32_t first_step, last_step;
    std::uint32_t issue;  // the step before which its load is issued; kNotYet: by look-ahead
    BufId buffer = BufId::kNone;
};

// One operand's way to the array: its chunks and, with a second tier, the tiles beside the array.
struct Stream {
    Operand operand;
    DataPaths::Input path;
    std::vector<Piece> chunks;
    std::vector<Piece> tiles;
    std::vector<std::uint32_t> last_tile_of;  // per chunk
    std::size_t loaded = 0;                   // chunks whose loads were issued
    bool ahead = false;                       // loads are issued at Piece::issue
};

class Emitter {
 public:
    Emitter(const MatrixView& view,
            const Tiling& tiling,
            const config::ArchConfig& config,
            const DataPaths& paths,
            const LayerContext& context,
            ProgramEmitter& program)
        : view_(view),
          tiling_(tiling),
          config_(config),
          paths_(paths),
          context_(context),
          program_(program),
          counts_(tile_counts(view, tiling)),
          footprint_(footprint(view, tiling, paths, config.cube.element)),
          element_(element_bytes(config.cube.element)) {
        a_.operand = Operand::kActivations;
        a_.path = paths.activations;
        b_.operand = Operand::kWeights;
        b_.path = paths.weights;
    }

    void emit() {
        plan_steps();
        const std::size_t early = tiling_.buffers - 1;
        std::size_t prepared = 0;
        for (std::size_t s = 0; s < steps_.size(); ++s) {
            for (; prepared < steps_.size() && prepared <= s + early; ++prepared) {
                prepare(prepared);
            }
            issue_ahead(b_, s);
            issue_ahead(a_, s);
            direct_loads(s);
            compute(s);
        }
        flush_staged(0);
    }

 private:
    struct TileSize {
        std::uint64_t h, w, n;
        std::uint64_t positions() const { return h * w; }
    };
    struct Corner {
        std::uint64_t image, h, w;  // of an output tile
    };

    std::uint64_t parts_of_chunk(std::uint64_t chunk) const {
        return ceil_div(channels_of(chunk) * view_.taps(), tiling_.tile_k);
    }
    std::uint64_t channels_of(std::uint64_t chunk) const {
        return std::min(tiling_.channels, view_.channels - chunk * tiling_.channels);
    }
    Corner corner(std::uint64_t m) const {
        const std::uint64_t per_image = counts_.h * counts_.w;
        const std::uint64_t in_image = m % per_image;
        return {m / per_image,
                in_image / counts_.w * tiling_.tile_h,
                in_image % counts_.w * tiling_.tile_w};
    }
    TileSize tile_size(const Step& step) const {
        const Corner c = corner(step.m);
        return {std::min(tiling_.tile_h, view_.out_h - c.h),
                std::min(tiling_.tile_w, view_.out_w - c.w),
                filters_of(step.n)};
    }
    std::uint64_t filters_of(std::uint64_t n) const {
        return std::min(tiling_.tile_n, view_.n - n * tiling_.tile_n);
    }
    std::uint64_t reduction_of(const Step& step) const {
        const std::uint64_t all = channels_of(step.chunk) * view_.taps();
        return std::min(tiling_.tile_k, all - step.part * tiling_.tile_k);
    }
    std::uint32_t units(BufferRole role) const {
        return narrow(ceil_div(footprint_[role].bytes, config_.bytes_per_unit));
    }

    void plan_steps();
    void add_product(std::uint64_t problem,
                     std::uint64_t outer,
                     std::uint64_t inner,
                     std::vector<std::uint32_t>& outer_table,
                     std::size_t outer_slot,
                     std::vector<std::uint32_t>& inner_table);
    void plan_tiles(Stream& stream, std::uint32_t Step::*chunk, std::uint32_t Step::*tile);
    void plan_issues(Stream& stream, const std::vector<std::uint32_t>& block_starts);

    void prepare(std::size_t s);
    void direct_loads(std::size_t s);
    void need_chunk(Stream& stream, std::size_t s, std::size_t more);
    void load_next(Stream& stream);
    void issue_ahead(Stream& stream, std::size_t s);
    void move_tile(Stream& stream, std::size_t s);
    void compute(std::size_t s);
    void release(Stream& stream, std::size_t s);
    void drain(const Step& step, BufId sums);
    void flush_staged(std::size_t keep);

    ir::Work move_work(Operand operand, std::uint64_t rows, Bytes row_bytes) const {
        ir::Work work;
        work.kind = ir::WorkKind::kMove;
        work.operand = operand;
        work.layer = context_.layer;
        work.m = narrow(rows);
        work.n = narrow(row_bytes);
        return work;
    }
    // The same at an address of DDR; rows that touch become one.
    ir::Work ddr_work(Operand operand,
                      std::uint64_t address,
                      std::uint64_t rows,
                      Bytes row_bytes,
                      Bytes stride) const {
        const bool one = rows == 1 || stride == row_bytes;
        ir::Work work = move_work(operand, one ? 1 : rows, one ? rows * row_bytes : row_bytes);
        work.address = address;
        work.stride = narrow(one ? Bytes{work.n} : stride);
        return work;
    }
    ir::Work input_region(const Step& step) const;
    ir::Work weight_region(const Step& step) const;
    ir::Work output_region(const Step& step) const;
    Cycles cycles_of(Pipe pipe, model::Place from, model::Place to, const ir::Work& work) const {
        return model::move_cycles(config_, pipe, from, to, {work.m, work.n});
    }

    const MatrixView& view_;
    const Tiling& tiling_;
    const config::ArchConfig& config_;
    const DataPaths& paths_;
    const LayerContext& context_;
    ProgramEmitter& program_;
    TileCounts counts_;
    Footprint footprint_;
    Bytes element_;

    std::vector<Step> steps_;
    Stream a_, b_;
    std::vector<BufId> sums_;   // per output tile
    std::deque<BufId> staged_;  // copied out, not freed yet
};

// The loops of Tiling, as a list of steps.
void Emitter::plan_steps() {
    std::uint64_t parts = 0;
    for (std::uint64_t c = 0; c < counts_.chunks; ++c) {
        parts += parts_of_chunk(c);
    }
    const std::uint64_t steps = view_.problems * counts_.m * counts_.n * parts;
    steps_.reserve(steps);
    const std::uint64_t block = tiling_.block;
    std::vector<std::uint32_t> outer_table(block * counts_.chunks);
    std::vector<std::uint32_t> inner_table(counts_.chunks);
    std::vector<std::uint32_t> block_starts;
    for (std::uint64_t p = 0; p < view_.problems; ++p) {
        for (std::uint64_t start = 0; start < counts_.outer; start += block) {
            block_starts.push_back(narrow(steps_.size()));
            std::fill(outer_table.begin(), outer_table.end(), kNotYet);
            for (std::uint64_t inner = 0; inner < counts_.inner; ++inner) {
                std::fill(inner_table.begin(), inner_table.end(), kNotYet);
                if (!tiling_.held) {
                    std::fill(outer_table.begin(), outer_table.end(), kNotYet);
                }
                for (std::uint64_t o = start; o < std::min(start + block, counts_.outer); ++o) {
                    add_product(p, o, inner, outer_table, o - start, inner_table);
                }
            }
        }
    }
    plan_tiles(a_, &Step::chunk_a, &Step::tile_a);
    plan_tiles(b_, &Step::chunk_b, &Step::tile_b);
    if (tiling_.ahead) {
        plan_issues(tiling_.outer == Operand::kActivations ? a_ : b_, block_starts);
    }
}

// All steps of one output tile. The tables hold the chunks that are on chip.
void Emitter::add_product(std::uint64_t problem,
                          std::uint64_t outer,
                          std::uint64_t inner,
                          std::vector<std::uint32_t>& outer_table,
                          std::size_t outer_slot,
                          std::vector<std::uint32_t>& inner_table) {
    const bool a_outer = tiling_.outer == Operand::kActivations;
    const auto piece = [&](Stream& stream, std::uint32_t& slot) {
        if (slot == kNotYet) {
            slot = narrow(stream.chunks.size());
            stream.chunks.push_back({narrow(steps_.size()), 0, kNotYet});
        }
        return slot;
    };
    Step step{};
    step.problem = narrow(problem);
    step.m = narrow(a_outer ? outer : inner);
    step.n = narrow(a_outer ? inner : outer);
    step.sums = narrow(sums_.size());
    sums_.push_back(BufId::kNone);
    for (std::uint64_t c = 0; c < counts_.chunks; ++c) {
        std::uint32_t& outer_chunk = outer_table[outer_slot * counts_.chunks + c];
        std::uint32_t& inner_chunk = inner_table[c];
        step.chunk = narrow(c);
        step.chunk_a = a_outer ? piece(a_, outer_chunk) : piece(a_, inner_chunk);
        step.chunk_b = a_outer ? piece(b_, inner_chunk) : piece(b_, outer_chunk);
        const std::uint64_t parts = parts_of_chunk(c);
        for (std::uint64_t part = 0; part < parts; ++part) {
            step.part = narrow(part);
            step.first = c == 0 && part == 0;
            step.last = c + 1 == counts_.chunks && part + 1 == parts;
            a_.chunks[step.chunk_a].last_step = narrow(steps_.size());
            b_.chunks[step.chunk_b].last_step = narrow(steps_.size());
            steps_.push_back(step);
        }
    }
}

// Tiles beside the array: consecutive steps that use the same one share it, unless it streamed by.
void Emitter::plan_tiles(Stream& stream, std::uint32_t Step::*chunk, std::uint32_t Step::*tile) {
    if (!stream.path.second) {
        return;
    }
    stream.last_tile_of.resize(stream.chunks.size());
    for (std::size_t s = 0; s < steps_.size(); ++s) {
        Step& step = steps_[s];
        const bool same = tiling_.window_k == tiling_.tile_k && s > 0 &&
                          steps_[s - 1].*chunk == step.*chunk && steps_[s - 1].part == step.part;
        if (!same) {
            stream.tiles.push_back({narrow(s), 0, kNotYet});
        }
        step.*tile = narrow(stream.tiles.size() - 1);
        stream.tiles.back().last_step = narrow(s);
        stream.last_tile_of[step.*chunk] = step.*tile;
    }
}

// Loads of a block are spread evenly over the block before it; those of the first come as they are
// needed, buffers - 1 early.
void Emitter::plan_issues(Stream& stream, const std::vector<std::uint32_t>& block_starts) {
    stream.ahead = true;
    const std::size_t early = tiling_.buffers - 1;
    std::vector<Piece>& chunks = stream.chunks;
    std::size_t block = 0;
    for (std::size_t first = 0; first < chunks.size(); ++block) {
        std::size_t end = first;
        while (end < chunks.size() && (block + 1 == block_starts.size() ||
                                       chunks[end].first_step < block_starts[block + 1])) {
            ++end;
        }
        for (std::size_t j = first; j < end; ++j) {
            if (block == 0) {
                chunks[j].issue = j < early ? 0 : chunks[j - early].first_step;
            } else {
                const std::uint64_t begin = block_starts[block - 1];
                const std::uint64_t length = block_starts[block] - begin;
                chunks[j].issue = narrow(begin + length * (j - first) / (end - first));
            }
        }
        first = end;
    }
}

ir::Work Emitter::input_region(const Step& step) const {
    const Corner at = corner(step.m);
    const TileSize size = tile_size(step);
    if (view_.row_major) {
        const std::uint64_t row = view_.channels * element_;
        const std::uint64_t address = context_.inputs + (step.problem * view_.out_h + at.h) * row +
                                      step.chunk * tiling_.channels * element_;
        return ddr_work(
            Operand::kActivations, address, size.h, channels_of(step.chunk) * element_, row);
    }
    // The map lies in DDR chunk by chunk: [image][chunk][row][column][channel of the chunk].
    const std::uint64_t lanes = view_.depthwise ? filters_of(step.n) : channels_of(step.chunk);
    const std::uint64_t before =
        view_.depthwise ? step.n * tiling_.tile_n
                        : step.problem * view_.channels + step.chunk * tiling_.channels;
    const std::uint64_t all = view_.depthwise ? view_.n : view_.problems * view_.channels;
    const auto rows = view_.input_rows(at.h, size.h);
    const auto columns = view_.input_columns(at.w, size.w);
    const std::uint64_t plane = view_.in_h * view_.in_w;
    const std::uint64_t pixel = lanes * element_;
    const std::uint64_t address = context_.inputs + (at.image * all + before) * plane * element_ +
                                  (rows.first * view_.in_w + columns.first) * pixel;
    return ddr_work(
        Operand::kActivations, address, rows.size(), columns.size() * pixel, view_.in_w * pixel);
}

// Weights lie in DDR chunk by chunk, in the order of n tiles, then of the reduction.
ir::Work Emitter::weight_region(const Step& step) const {
    const std::uint64_t filters = filters_of(step.n);
    const std::uint64_t reduction = channels_of(step.chunk) * view_.taps();
    const std::uint64_t before = step.problem * view_.n * view_.k() +
                                 step.n * tiling_.tile_n * view_.k() +
                                 step.chunk * tiling_.channels * view_.taps() * filters;
    const Bytes bytes = filters * reduction * element_;
    return ddr_work(Operand::kWeights, context_.weights + before * element_, 1, bytes, bytes);
}

ir::Work Emitter::output_region(const Step& step) const {
    const Corner at = corner(step.m);
    const TileSize size = tile_size(step);
    if (view_.row_major) {
        const std::uint64_t row = view_.n * element_;
        const std::uint64_t address = context_.outputs + (step.problem * view_.out_h + at.h) * row +
                                      step.n * tiling_.tile_n * element_;
        return ddr_work(Operand::kOutputs, address, size.h, size.n * element_, row);
    }
    const std::uint64_t all = view_.problems * view_.n;
    const std::uint64_t before = step.problem * view_.n + step.n * tiling_.tile_n;
    const std::uint64_t plane = view_.out_h * view_.out_w;
    const std::uint64_t pixel = size.n * element_;
    const std::uint64_t address = context_.outputs + (at.image * all + before) * plane * element_ +
                                  (at.h * view_.out_w + at.w) * pixel;
    return ddr_work(Operand::kOutputs, address, size.h, size.w * pixel, view_.out_w * pixel);
}

void Emitter::load_next(Stream& stream) {
    Piece& piece = stream.chunks[stream.loaded++];
    const Step& step = steps_[piece.first_step];
    const bool activations = stream.operand == Operand::kActivations;
    const ir::Work work = activations ? input_region(step) : weight_region(step);
    piece.buffer = program_.alloc(stream.path.first, units(activations ? kChunkA : kChunkB));
    const NodeId load = program_.produce(program_.copy_in,
                                         Pipe::kMTE2,
                                         cycles_of(Pipe::kMTE2, {}, stream.path.first, work),
                                         {piece.buffer},
                                         work);
    if (activations && context_.inputs_ready != NodeId::kNone) {
        program_.edge(context_.inputs_ready, load);
    }
}

void Emitter::issue_ahead(Stream& stream, std::size_t s) {
    while (stream.ahead && stream.loaded < stream.chunks.size() &&
           stream.chunks[stream.loaded].issue <= s) {
        load_next(stream);
    }
}

// Issues the loads up to the chunk that step `s` reads and `more` after it.
void Emitter::need_chunk(Stream& stream, std::size_t s, std::size_t more) {
    const std::uint32_t chunk =
        stream.operand == Operand::kActivations ? steps_[s].chunk_a : steps_[s].chunk_b;
    if (stream.chunks[chunk].first_step != s) {
        return;
    }
    const std::size_t until = std::min<std::size_t>(
        stream.chunks.size(), std::size_t{chunk} + 1 + (stream.ahead ? 0 : more));
    while (stream.loaded < until) {
        load_next(stream);
    }
}

void Emitter::move_tile(Stream& stream, std::size_t s) {
    const Step& step = steps_[s];
    const bool activations = stream.operand == Operand::kActivations;
    const std::uint32_t t = activations ? step.tile_a : step.tile_b;
    Piece& tile = stream.tiles[t];
    if (tile.first_step != s) {
        return;
    }
    const std::uint32_t chunk = activations ? step.chunk_a : step.chunk_b;
    const TileSize size = tile_size(step);
    const std::uint64_t k = reduction_of(step);
    const std::uint64_t lanes = view_.depthwise ? size.n : 1;
    // Inputs of a convolution become rows of the im2col matrix on the way.
    const ir::Work work = activations
                              ? move_work(stream.operand, size.positions(), k * lanes * element_)
                              : move_work(stream.operand, 1, k * size.n * element_);
    const Tier to = *stream.path.second;
    tile.buffer = program_.alloc(to, units(activations ? kTileA : kTileB));
    program_.produce(program_.move,
                     Pipe::kMTE1,
                     cycles_of(Pipe::kMTE1, stream.path.first, to, work),
                     {tile.buffer, stream.chunks[chunk].buffer},
                     work);
    if (stream.last_tile_of[chunk] == t) {
        program_.free(stream.chunks[chunk].buffer);
    }
}

// Everything a step needs that may be fetched while earlier steps compute. Weights first: they do
// not wait for the layer before.
void Emitter::prepare(std::size_t s) {
    const Step& step = steps_[s];
    const std::size_t early = tiling_.buffers - 1;
    if (step.first) {
        sums_[step.sums] = program_.alloc(paths_.accumulators, units(kSums));
    }
    for (const std::size_t more : {std::size_t{0}, early}) {
        for (Stream* stream : {&b_, &a_}) {
            if (stream->path.second) {
                need_chunk(*stream, s, more);
            }
        }
        if (early == 0) {
            break;
        }
    }
    for (Stream* stream : {&b_, &a_}) {
        if (stream->path.second) {
            move_tile(*stream, s);
        }
    }
}

// Chunks that the array reads where they arrive.
void Emitter::direct_loads(std::size_t s) {
    for (const std::size_t more : {std::size_t{0}, tiling_.buffers - 1}) {
        for (Stream* stream : {&b_, &a_}) {
            if (!stream->path.second) {
                need_chunk(*stream, s, more);
            }
        }
    }
}

void Emitter::compute(std::size_t s) {
    const Step& step = steps_[s];
    const TileSize size = tile_size(step);
    const std::uint64_t k = reduction_of(step);
    ir::Work work;
    work.kind = ir::WorkKind::kMatmul;
    work.layer = context_.layer;
    work.m = narrow(size.positions());
    work.n = narrow(size.n);
    work.k = narrow(k);
    const auto read = [&](const Stream& stream) {
        const bool activations = stream.operand == Operand::kActivations;
        return stream.path.second ? stream.tiles[activations ? step.tile_a : step.tile_b].buffer
                                  : stream.chunks[activations ? step.chunk_a : step.chunk_b].buffer;
    };
    const Cycles cycles =
        model::matmul_cycles(config_,
                             config_.cube.element,
                             *context_.work,
                             size.positions(),
                             size.n,
                             k,
                             step.last ? model::Sums::kComplete : model::Sums::kGoOn);
    program_.produce(
        program_.matmul, Pipe::kCube, cycles, {sums_[step.sums], read(b_), read(a_)}, work);
    release(b_, s);
    release(a_, s);
    if (step.last) {
        drain(step, sums_[step.sums]);
    }
}

void Emitter::release(Stream& stream, std::size_t s) {
    const Step& step = steps_[s];
    const bool activations = stream.operand == Operand::kActivations;
    const Piece& piece = stream.path.second
                             ? stream.tiles[activations ? step.tile_a : step.tile_b]
                             : stream.chunks[activations ? step.chunk_a : step.chunk_b];
    if (piece.last_step == s) {
        program_.free(piece.buffer);
    }
}

// An output tile is complete: on its way to DDR it is narrowed to the operands' type.
void Emitter::drain(const Step& step, BufId sums) {
    const ir::Work out = output_region(step);
    BufId from = sums;
    if (paths_.staging) {
        const TileSize size = tile_size(step);
        const ir::Work work = move_work(Operand::kOutputs, size.positions(), size.n * element_);
        from = program_.alloc(*paths_.staging, units(kStaged));
        program_.produce(program_.move,
                         Pipe::kFixp,
                         cycles_of(Pipe::kFixp, paths_.accumulators, *paths_.staging, work),
                         {from, sums},
                         work);
        program_.free(sums);
    }
    const NodeId node = program_.consume(program_.copy_out,
                                         paths_.copy_out,
                                         cycles_of(paths_.copy_out, paths_.out_of(), {}, out),
                                         from,
                                         out);
    context_.copy_outs->push_back(node);
    if (paths_.staging) {
        // Freed only once the next tile has its place, or that would be this one.
        staged_.push_back(from);
        flush_staged(tiling_.buffers - 1);
    } else {
        program_.free(sums);
    }
}

void Emitter::flush_staged(std::size_t keep) {
    while (staged_.size() > keep) {
        program_.free(staged_.front());
        staged_.pop_front();
    }
}

}  // namespace

void emit_matrix_layer(const MatrixView& view,
                       const Tiling& tiling,
                       const config::ArchConfig& config,
                       const DataPaths& paths,
                       const LayerContext& context,
                       ProgramEmitter& program) {
    Emitter(view, tiling, config, paths, context, program).emit();
}

}  // namespace systole::lower
