#include "sim/time/program_builder.h"

#include <algorithm>
#include <vector>

namespace systole::time {
namespace {

using Direction = arch::Transfer::Direction;

// Whether the node's work says which bytes of DDR it moves.
bool says_where(const ir::Trace& trace, std::size_t v) {
    return !trace.work.empty() && trace.work[v].kind == ir::WorkKind::kMove;
}

// Rows that lie side by side are one row: bursts then cross from one into the next.
arch::Transfer transfer_of(const ir::Work& work, Direction direction) {
    const std::uint64_t rows = work.m;
    const Bytes row_bytes = work.n;
    if (work.stride == row_bytes || rows == 1) {
        return {work.address, 1, rows * row_bytes, 0, direction};
    }
    return {work.address, rows, row_bytes, work.stride, direction};
}

// Where each buffer lies in DDR: one behind the other, behind all that the nodes' work names.
std::vector<std::uint64_t> ddr_addresses(const ir::Trace& trace, std::uint64_t bytes_per_unit) {
    std::vector<std::uint64_t> address(trace.buffers());
    std::uint64_t next = 0;
    for (const ir::Work& w : trace.work) {
        if (w.kind == ir::WorkKind::kMove && w.m > 0) {
            next = std::max(next, w.address + std::uint64_t{w.m - 1} * w.stride + w.n);
        }
    }
    next = (next + bytes_per_unit - 1) / bytes_per_unit * bytes_per_unit;
    for (std::size_t b = 0; b < trace.buffers(); ++b) {
        address[b] = next;
        next += trace.size[b] * bytes_per_unit;
    }
    return address;
}

void add_transfers(const ir::Trace& trace,
                   const ir::ExecGraph& graph,
                   const config::ArchConfig& config,
                   arch::Program& program) {
    const std::vector<std::uint64_t> address = ddr_addresses(trace, config.bytes_per_unit);
    program.transfer.assign(graph.nodes(), arch::kNoTransfer);
    const auto add = [&](std::size_t v, const arch::Transfer& transfer) {
        program.transfer[v] = static_cast<std::uint32_t>(program.transfers.size());
        program.transfers.push_back(transfer);
    };
    const auto whole = [&](BufId first, Units units, Direction direction) {
        return arch::Transfer{
            address[index(first)], 1, units * config.bytes_per_unit, 0, direction};
    };
    std::vector<bool> reads(trace.op_names.size());
    std::vector<bool> writes(trace.op_names.size());
    for (std::size_t op = 0; op < trace.op_names.size(); ++op) {
        reads[op] = trace.op_names[op] == "COPY_IN";
        writes[op] = trace.op_names[op] == "COPY_OUT";
    }
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        if (!(reads[trace.op[v]] || writes[trace.op[v]]) || trace.bufs[v].empty() ||
            !reaches_ddr(trace.pipe[v])) {
            continue;
        }
        const Direction direction = reads[trace.op[v]] ? Direction::kRead : Direction::kWrite;
        if (says_where(trace, v)) {
            add(v, transfer_of(trace.work[v], direction));
            continue;
        }
        Units units = 0;
        for (const BufId b : trace.bufs[v]) {
            units += trace.size[index(b)];
        }
        add(v, whole(trace.bufs[v][0], units, direction));
    }
    for (std::size_t v = trace.nodes(); v < graph.nodes(); ++v) {
        const bool in = graph.is_spill_in(NodeId{static_cast<std::uint32_t>(v)});
        const ResId r = in ? graph.opens[v] : graph.closes[v];
        const BufId b = graph.residencies[index(r)].buf;
        if (in || !trace.backed[index(b)]) {
            add(v, whole(b, trace.size[index(b)], in ? Direction::kRead : Direction::kWrite));
        }
    }
}

template <class T>
arch::Rows<T> rows(const ir::Csr<T>& csr) {
    return {csr.offsets, csr.values};
}

}  // namespace

arch::Program build_program(const ir::Trace& trace,
                            const ir::ExecGraph& graph,
                            const config::ArchConfig& config) {
    arch::Program program;
    program.order = graph.order;
    program.pipe = graph.pipe;
    program.cycles = graph.cycles;
    program.succ = rows(graph.succ);
    program.address_succ = rows(graph.address_succ);
    program.opens = graph.opens;
    program.closes = graph.closes;
    program.uses = rows(graph.uses);
    std::vector<bool> used(graph.residencies.size(), false);
    for (const ResId r : graph.uses.values) {
        used[index(r)] = true;
    }
    program.windows.reserve(graph.residencies.size());
    for (std::size_t r = 0; r < graph.residencies.size(); ++r) {
        const ir::Residency& res = graph.residencies[r];
        const bool unused =
            !used[r] && graph.is_spill_in(res.open) && graph.is_spill_out(res.close);
        program.windows.push_back(
            {trace.buffer_label[index(res.buf)], res.tier, res.lo, res.hi, unused});
    }
    add_transfers(trace, graph, config, program);
    return program;
}

}  // namespace systole::time
