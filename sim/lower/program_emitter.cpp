#include "sim/lower/program_emitter.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <utility>

namespace systole::lower {
namespace {

constexpr std::uint32_t kEnd = 0xFFFFFFFFu;

}  // namespace

ProgramEmitter::ProgramEmitter() {
    copy_in = program_.op("COPY_IN");
    move = program_.op("MOVE");
    matmul = program_.op("MATMUL");
    vector = program_.op("VECTOR");
    copy_out = program_.op("COPY_OUT");
    sync = program_.op("SYNC");
}

BufId ProgramEmitter::alloc(Tier tier, std::uint32_t units) {
    const BufId buf = program_.alloc(tier, units);
    work_.emplace_back();
    last_writer_.push_back(program_.alloc_of(buf));
    readers_.push_back(kEnd);
    return buf;
}

void ProgramEmitter::read_by(BufId buf, NodeId node) {
    pool_.push_back({node, readers_[index(buf)]});
    readers_[index(buf)] = static_cast<std::uint32_t>(pool_.size() - 1);
}

NodeId ProgramEmitter::add(
    std::uint16_t op, Pipe pipe, Cycles cycles, Span<BufId> bufs, const ir::Work& work) {
    if (cycles > ir::kMaxNodeValue) {
        throw_refused("lower.cycles",
                      {},
                      fmt::format("an operation of {} cycles on {}; a node has at most {}",
                                  cycles,
                                  name(pipe),
                                  ir::kMaxNodeValue));
    }
    const NodeId node = program_.operation(op, pipe, static_cast<std::uint32_t>(cycles), bufs);
    work_.push_back(work);
    for (const BufId buf : bufs) {
        program_.edge(last_writer_[index(buf)], node);
    }
    return node;
}

NodeId ProgramEmitter::produce(
    std::uint16_t op, Pipe pipe, Cycles cycles, Span<BufId> bufs, const ir::Work& work) {
    const NodeId node = add(op, pipe, cycles, bufs, work);
    const BufId written = bufs[0];
    last_writer_[index(written)] = node;
    readers_[index(written)] = kEnd;
    for (const BufId* read = bufs.begin() + 1; read != bufs.end(); ++read) {
        read_by(*read, node);
    }
    return node;
}

NodeId ProgramEmitter::consume(
    std::uint16_t op, Pipe pipe, Cycles cycles, BufId buf, const ir::Work& work) {
    const NodeId node = add(op, pipe, cycles, {&buf, 1}, work);
    read_by(buf, node);
    return node;
}

NodeId ProgramEmitter::barrier(Pipe pipe) {
    return add(sync, pipe, 0, {}, {});
}

void ProgramEmitter::free(BufId buf) {
    const NodeId node = program_.free(buf);
    work_.emplace_back();
    std::uint32_t reader = readers_[index(buf)];
    if (reader == kEnd && last_writer_[index(buf)] != program_.alloc_of(buf)) {
        program_.edge(last_writer_[index(buf)], node);
    }
    for (; reader != kEnd; reader = pool_[reader].next) {
        program_.edge(pool_[reader].node, node);
    }
}

ir::Program ProgramEmitter::finish() {
    ir::Program program = program_.finish();
    program.work = std::move(work_);
    return program;
}

}  // namespace systole::lower
