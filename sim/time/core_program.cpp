#include "sim/time/core_program.h"

#include "sim/model/bounds.h"
#include "sim/time/port_streams.h"

#include <algorithm>
#include <vector>

namespace systole::time {
namespace {

using Direction = arch::Transfer::Direction;

// Whether the node's work says which bytes of DDR it moves.
bool says_where(const ir::Program& program, std::size_t v) {
    return !program.work.empty() && program.work[v].kind == ir::WorkKind::kMove;
}

// Rows that lie side by side are one row: bursts then cross from one into the next.
arch::Transfer transfer_of(const ir::Work& work, Direction direction) {
    const std::uint64_t rows = work.m;
    const Bytes row_bytes = work.n;
    if (work.stride == row_bytes || rows == 1) {
        return {work.address, 1, rows * row_bytes, 0, direction, true};
    }
    return {work.address, rows, row_bytes, work.stride, direction, true};
}

// Where each buffer lies in DDR: one behind the other, behind all that the nodes' work names.
std::vector<std::uint64_t> ddr_addresses(const ir::Program& program, std::uint64_t bytes_per_unit) {
    std::vector<std::uint64_t> address(program.buffers());
    std::uint64_t next = 0;
    for (const ir::Work& w : program.work) {
        if (w.kind == ir::WorkKind::kMove && w.m > 0) {
            next = std::max(next, w.address + std::uint64_t{w.m - 1} * w.stride + w.n);
        }
    }
    next = (next + bytes_per_unit - 1) / bytes_per_unit * bytes_per_unit;
    for (std::size_t b = 0; b < program.buffers(); ++b) {
        address[b] = next;
        next += program.size[b] * bytes_per_unit;
    }
    return address;
}

void add_transfers(const ir::Program& program,
                   const ir::ExecGraph& graph,
                   const config::ArchConfig& config,
                   arch::CoreProgram& core_program) {
    const std::vector<std::uint64_t> address = ddr_addresses(program, config.bytes_per_unit);
    core_program.transfer.assign(graph.nodes(), arch::kNoTransfer);
    const auto add = [&](std::size_t v, arch::Transfer transfer) {
        transfer.shares_bus =
            v >= program.nodes() ||
            model::crosses_bus(program, NodeId{static_cast<std::uint32_t>(v)}, config);
        core_program.transfer[v] = static_cast<std::uint32_t>(core_program.transfers.size());
        core_program.transfers.push_back(transfer);
    };
    const auto whole = [&](BufId first, Units units, Direction direction) {
        return arch::Transfer{
            address[index(first)], 1, units * config.bytes_per_unit, 0, direction, true};
    };
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        const ir::DdrAccess access = program.op_access[program.op[v]];
        if (access == ir::DdrAccess::kNone || program.bufs[v].empty() ||
            !reaches_ddr(program.pipe[v])) {
            continue;
        }
        const Direction direction =
            access == ir::DdrAccess::kRead ? Direction::kRead : Direction::kWrite;
        if (says_where(program, v)) {
            add(v, transfer_of(program.work[v], direction));
            continue;
        }
        Units units = 0;
        for (const BufId b : program.bufs[v]) {
            units += program.size[index(b)];
        }
        add(v, whole(program.bufs[v][0], units, direction));
    }
    for (std::size_t v = program.nodes(); v < graph.nodes(); ++v) {
        const bool in = graph.is_spill_in(NodeId{static_cast<std::uint32_t>(v)});
        const ResId r = in ? graph.opens[v] : graph.closes[v];
        const BufId b = graph.residencies[index(r)].buf;
        if (in || !program.backed[index(b)]) {
            add(v, whole(b, program.size[index(b)], in ? Direction::kRead : Direction::kWrite));
        }
    }
}

template <class T>
arch::Rows<T> rows(const ir::Csr<T>& csr) {
    return {csr.offsets, csr.values};
}

}  // namespace

arch::CoreProgram build_core_program(const ir::Program& program,
                                     const ir::ExecGraph& graph,
                                     const config::ArchConfig& config) {
    arch::CoreProgram core_program;
    core_program.order = graph.order;
    core_program.pipe = graph.pipe;
    core_program.cycles = graph.cycles;
    core_program.succ = rows(graph.succ);
    core_program.address_succ = rows(graph.address_succ);
    core_program.opens = graph.opens;
    core_program.closes = graph.closes;
    core_program.uses = rows(graph.uses);
    std::vector<bool> used(graph.residencies.size(), false);
    for (const ResId r : graph.uses.values) {
        used[index(r)] = true;
    }
    core_program.windows.reserve(graph.residencies.size());
    for (std::size_t r = 0; r < graph.residencies.size(); ++r) {
        const ir::Residency& res = graph.residencies[r];
        const bool unused =
            !used[r] && graph.is_spill_in(res.open) && graph.is_spill_out(res.close);
        core_program.windows.push_back(
            {program.buffer_label[index(res.buf)], res.tier, res.lo, res.hi, unused});
    }
    add_transfers(program, graph, config, core_program);
    if (config.contention) {
        add_streams(program, graph, config, core_program);
    }
    return core_program;
}

}  // namespace systole::time
