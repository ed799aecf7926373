#pragma once

#include "sim/ir/program.h"
#include "sim/ir/program_builder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace systole::test {

// Makes small lowered traces: operations with their work. Buffers of one layer stay alive until
// `close`.
class LoweredTrace {
 public:
    BufId buffer(Tier tier, std::uint32_t units) {
        open_.push_back(builder_.alloc(tier, units));
        return open_.back();
    }
    NodeId operation(std::string_view op,
                     Pipe pipe,
                     std::uint32_t cycles,
                     const std::vector<BufId>& bufs,
                     const ir::Work& work,
                     const std::vector<NodeId>& after = {}) {
        const NodeId v = builder_.operation(builder_.op(op), pipe, cycles, bufs);
        for (const BufId b : bufs) {
            builder_.edge(builder_.alloc_of(b), v);
        }
        for (const NodeId p : after) {
            builder_.edge(p, v);
        }
        work_.resize(index(v));
        work_.push_back(work);
        last_.push_back({v, bufs});
        return v;
    }
    // FREEs of all open buffers, each after its users.
    void close() {
        for (const BufId b : open_) {
            const NodeId free = builder_.free(b);
            for (const auto& [v, bufs] : last_) {
                for (const BufId used : bufs) {
                    if (used == b) {
                        builder_.edge(v, free);
                    }
                }
            }
        }
        open_.clear();
    }
    ir::Program finish(std::vector<ir::LayerWork> layers, ElementType element) {
        close();
        work_.resize(builder_.nodes());
        ir::Program program = builder_.finish();
        program.work = std::move(work_);
        program.layers = std::move(layers);
        program.element = element;
        return program;
    }

 private:
    ir::ProgramBuilder builder_;
    std::vector<BufId> open_;
    std::vector<std::pair<NodeId, std::vector<BufId>>> last_;
    std::vector<ir::Work> work_;
};

inline ir::Work move_work(std::uint32_t layer, Operand operand, std::uint32_t m, std::uint32_t n) {
    ir::Work work;
    work.kind = ir::WorkKind::kMove;
    work.operand = operand;
    work.layer = layer;
    work.m = m;
    work.n = n;
    return work;
}
inline ir::Work matmul_work(std::uint32_t layer,
                            std::uint32_t m,
                            std::uint32_t n,
                            std::uint32_t k) {
    ir::Work work;
    work.kind = ir::WorkKind::kMatmul;
    work.layer = layer;
    work.m = m;
    work.n = n;
    work.k = k;
    return work;
}
inline ir::Work vector_work(std::uint32_t layer, std::uint32_t m, std::uint32_t k) {
    ir::Work work;
    work.kind = ir::WorkKind::kVector;
    work.layer = layer;
    work.m = m;
    work.k = k;
    return work;
}

// Two int8 layers on a Davinci-class core, buffers of 1 unit each:
//   layer 0 "fc", a product of m = 2, n = 3, k = 4 (24 MACs):
//     6 COPY_IN a (8 B, 10 cycles)   7 COPY_IN b (12 B, 20)   8 MOVE a L1->L0A (8 B, 4)
//     9 MOVE b L1->L0B (12 B, 5)    10 MATMUL (30)           11 FIXP L0C->UB (6 B, 6)
//    12 COPY_OUT c (6 B, 8)
//   layer 1 "relu", 8 elements with one operation each, in UB:
//    20 COPY_IN x (8 B, 7)          21 RELU (9)              22 COPY_OUT x (8 B, 11)
inline ir::Program two_layers() {
    LoweredTrace t;
    constexpr Operand kA = Operand::kActivations;
    constexpr Operand kB = Operand::kWeights;
    constexpr Operand kC = Operand::kOutputs;
    const BufId a = t.buffer(Tier::kL1, 1);
    const BufId b = t.buffer(Tier::kL1, 1);
    const BufId a0 = t.buffer(Tier::kL0A, 1);
    const BufId b0 = t.buffer(Tier::kL0B, 1);
    const BufId c0 = t.buffer(Tier::kL0C, 1);
    const BufId c = t.buffer(Tier::kUB, 1);
    const NodeId in_a = t.operation("COPY_IN", Pipe::kMTE2, 10, {a}, move_work(0, kA, 2, 4));
    const NodeId in_b = t.operation("COPY_IN", Pipe::kMTE2, 20, {b}, move_work(0, kB, 4, 3));
    const NodeId to_a0 =
        t.operation("MOVE", Pipe::kMTE1, 4, {a, a0}, move_work(0, kA, 2, 4), {in_a});
    const NodeId to_b0 =
        t.operation("MOVE", Pipe::kMTE1, 5, {b, b0}, move_work(0, kB, 4, 3), {in_b});
    const NodeId product = t.operation(
        "MATMUL", Pipe::kCube, 30, {a0, b0, c0}, matmul_work(0, 2, 3, 4), {to_a0, to_b0});
    const NodeId drain =
        t.operation("FIXP", Pipe::kFixp, 6, {c0, c}, move_work(0, kC, 2, 3), {product});
    t.operation("COPY_OUT", Pipe::kMTE3, 8, {c}, move_work(0, kC, 2, 3), {drain});
    t.close();
    const BufId x = t.buffer(Tier::kUB, 1);
    const NodeId in_x = t.operation("COPY_IN", Pipe::kMTE2, 7, {x}, move_work(1, kA, 1, 8));
    const NodeId relu = t.operation("RELU", Pipe::kVector, 9, {x}, vector_work(1, 8, 1), {in_x});
    t.operation("COPY_OUT", Pipe::kMTE3, 11, {x}, move_work(1, kC, 1, 8), {relu});

    ir::LayerWork fc;
    fc.name = "fc";
    fc.macs = 24;
    fc.bytes = {};
    fc.bytes[kA] = 8;
    fc.bytes[kB] = 12;
    fc.bytes[kC] = 6;
    ir::LayerWork activation;
    activation.name = "relu";
    activation.kind = ir::LayerKind::kElementwise;
    activation.bytes[kA] = 8;
    activation.bytes[kC] = 8;
    return t.finish({fc, activation}, ElementType::kInt8);
}

// Every node of the trace in id order, which two_layers() can be run in.
inline std::vector<NodeId> id_order(const ir::Program& program) {
    std::vector<NodeId> order;
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        order.push_back(NodeId{v});
    }
    return order;
}

}  // namespace systole::test
