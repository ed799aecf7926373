#include "sim/generate/dataflow_builder.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::generate {

DataflowBuilder::DataflowBuilder(const TraceSize& size) : size_(size) {
    trace_.reserve(size.nodes().value(), size.edges().value(), size.buffers.value());
    last_writer_.reserve(size.buffers.value());
    closes_.reserve((size.buffers + size.listed).value());
}

DataflowBuilder::Op DataflowBuilder::op(std::string_view name, Pipe pipe, std::uint32_t cycles) {
    return {trace_.op(name), pipe, cycles};
}

BufId DataflowBuilder::alloc(Tier tier, std::uint32_t size_units) {
    const BufId buf = trace_.alloc(tier, size_units);
    last_writer_.push_back(trace_.alloc_of(buf));
    closes_.push_back(false);  // the edge ALLOC -> FREE comes with the FREE
    return buf;
}

void DataflowBuilder::produce(const Op& op, Span<BufId> bufs) {
    const NodeId node{static_cast<std::uint32_t>(trace_.nodes())};
    add(op, bufs);
    last_writer_[index(bufs.front())] = node;
}

void DataflowBuilder::consume(const Op& op, BufId buf) {
    add(op, Span<BufId>(&buf, 1));
}

void DataflowBuilder::add(const Op& op, Span<BufId> bufs) {
    waits_for_.clear();
    for (const BufId buf : bufs) {
        waits_for_.push_back(last_writer_[index(buf)]);
    }
    std::sort(waits_for_.begin(), waits_for_.end());

    const NodeId node = trace_.operation(op.name, op.pipe, op.cycles, bufs);
    closes_.insert(closes_.end(), bufs.size(), true);
    const ir::Csr<BufId>& listed = trace_.bufs();
    for (const NodeId before : waits_for_) {
        trace_.edge(before, node);
        const std::size_t end = listed.offsets[index(before) + 1];
        for (std::size_t at = listed.offsets[index(before)]; at < end; ++at) {
            if (std::find(bufs.begin(), bufs.end(), listed.values[at]) != bufs.end()) {
                closes_[at] = false;
            }
        }
    }
}

ir::Program DataflowBuilder::finish() {
    const std::size_t first_free = trace_.nodes();
    const std::size_t listed = closes_.size();
    for (std::uint32_t b = 0; b < last_writer_.size(); ++b) {
        trace_.free(BufId{b});
    }
    const ir::Csr<BufId>& bufs = trace_.bufs();
    std::uint32_t node = 0;
    for (std::size_t at = 0; at < listed; ++at) {
        while (bufs.offsets[node + 1] <= at) {
            ++node;
        }
        if (closes_[at]) {
            const std::size_t free = first_free + index(bufs.values[at]);
            trace_.edge(NodeId{node}, NodeId{static_cast<std::uint32_t>(free)});
        }
    }
    std::vector<NodeId>().swap(last_writer_);
    std::vector<bool>().swap(closes_);
    ir::Program trace = trace_.finish();
    SYSTOLE_INVARIANT(trace.nodes() == size_.nodes().value() &&
                          trace.edges() == size_.edges().value() &&
                          trace.buffers() == size_.buffers.value(),
                      "a kernel is not of the size that was computed for it");
    return trace;
}

}  // namespace systole::generate
