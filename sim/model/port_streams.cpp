#include "sim/model/port_streams.h"

#include "sim/model/op_cycles.h"
#include "sim/model/transfer.h"

#include <algorithm>
#include <array>

namespace systole::model {

PortStreams::PortStreams(const ir::Program& program, const config::ArchConfig& config)
    : program_(program), config_(config), has_sums_(program.buffers(), false) {}

const std::vector<arch::Stream>& PortStreams::of(NodeId node) {
    const std::size_t v = index(node);
    streams_.clear();
    const ir::WorkKind kind = program_.work.empty() ? ir::WorkKind::kNone : program_.work[v].kind;
    switch (kind) {
        case ir::WorkKind::kMatmul:
            add_matmul(v, program_.work[v]);
            break;
        case ir::WorkKind::kVector:
            add_vector(v, program_.work[v]);
            break;
        case ir::WorkKind::kMove:
            add_move(v);
            break;
        case ir::WorkKind::kNone:
            add_whole_buffers(v);
            break;
    }
    std::stable_sort(
        streams_.begin(), streams_.end(), [](const arch::Stream& a, const arch::Stream& b) {
            return index(a.tier) < index(b.tier);
        });
    return streams_;
}

Cycles PortStreams::alone(const std::vector<arch::Stream>& streams) const {
    Cycles longest = 0;
    std::array<Cycles, arch::kMaxStreams> cycles{};
    for (std::size_t from = 0, to = 0; from < streams.size(); from = to) {
        const config::TierConfig& tier = config_.tiers[streams[from].tier];
        std::size_t count = 0;
        for (; to < streams.size() && streams[to].tier == streams[from].tier; ++to) {
            const Cycles taken = arch::port_cycles(streams[to].bytes, tier);
            if (count == cycles.size()) {
                cycles.back() += taken;
            } else {
                cycles[count++] = taken;
            }
        }
        longest = std::max(
            longest, arch::shared_cycles({cycles.data(), count}, arch::parallel_accesses(tier)));
    }
    return longest;
}

void PortStreams::add_stream(Tier tier, Bytes bytes) {
    if (bytes > 0) {
        streams_.push_back({tier, bytes});
    }
}

void PortStreams::add_whole_buffers(std::size_t v) {
    for (const BufId b : program_.bufs[v]) {
        add_stream(program_.tier[index(b)], program_.size[index(b)] * config_.bytes_per_unit);
    }
}

void PortStreams::add_matmul(std::size_t v, const ir::Work& work) {
    const arch::ArrayCost& cost = cost_of(work);
    const config::PathConfig& paths = config_.paths;
    const Bytes element = element_bytes(program_.element);
    const Bytes sum = config_.cube.sum_bytes(program_.element);
    for (const Operand o : {Operand::kActivations, Operand::kWeights}) {
        const Tier tier = o == Operand::kWeights ? paths.weights.back() : paths.activations.back();
        add_stream(tier,
                   o == Operand::kWeights
                       ? config_.cube.weight_bytes(cost.reads[o], program_.element)
                       : cost.reads[o] * element);
    }
    const Tier tier = paths.outputs.front();
    Bytes read_back = cost.reads[Operand::kOutputs] * sum;
    for (const BufId b : program_.bufs[v]) {
        if (program_.tier[index(b)] == tier) {
            read_back += has_sums_[index(b)] ? Bytes{work.m} * work.n * sum : 0;
            has_sums_[index(b)] = true;
            break;
        }
    }
    add_stream(tier, cost.writes[Operand::kOutputs] * sum);
    add_stream(tier, read_back);
}

void PortStreams::add_vector(std::size_t v, const ir::Work& work) {
    const Span<BufId> bufs = program_.bufs[v];
    const Tier tier = bufs.size() == 0 ? Tier::kUB : program_.tier[index(bufs[0])];
    const Bytes element = element_bytes(program_.element);
    add_stream(tier, (Bytes{work.m} * work.k + work.m) * element);
    add_stream(tier, Bytes{work.m} * element);
}

void PortStreams::add_move(std::size_t v) {
    const Transfer t = transfer_of(program_, NodeId{static_cast<std::uint32_t>(v)});
    Bytes read = t.bytes;
    for (const BufId b : program_.bufs[v]) {
        if (t.from == program_.tier[index(b)] && has_sums_[index(b)]) {
            read = t.bytes / element_bytes(program_.element) *
                   config_.cube.sum_bytes(program_.element);
        }
    }
    if (t.from) {
        add_stream(*t.from, read);
    }
    if (t.to) {
        add_stream(*t.to, t.bytes);
    }
}

// A layer has few shapes of tiles, and a mapping search for each would be slow.
const arch::ArrayCost& PortStreams::cost_of(const ir::Work& work) {
    const auto key = std::make_tuple(work.layer, work.m, work.n, work.k);
    const auto found = costs_.find(key);
    if (found != costs_.end()) {
        return found->second;
    }
    return costs_
        .emplace(key,
                 matmul_cost(config_.cube,
                             program_.element,
                             program_.layers[work.layer],
                             work.m,
                             work.n,
                             work.k))
        .first->second;
}

}  // namespace systole::model
