#include "sim/model/layer_stats.h"

#include "sim/core/error.h"
#include "sim/model/op_cycles.h"
#include "sim/model/peak_macs.h"
#include "sim/model/spill_cost.h"
#include "sim/model/transfer.h"

#include <algorithm>
#include <optional>

namespace systole::model {
namespace {

constexpr std::uint32_t kNoLayer = 0xFFFFFFFFu;

class LayerSums {
 public:
    LayerSums(const ir::Program& program,
              const ir::ExecGraph& graph,
              const ir::Timeline& timeline,
              const config::ArchConfig& config)
        : program_(program),
          graph_(graph),
          timeline_(timeline),
          config_(config),
          role_(program.buffers(), Operand::kOutputs),
          last_layer_(program.buffers(), kNoLayer),
          reload_(program.buffers(), NodeId::kNone),
          has_sums_(program.buffers(), false) {
        table_.layers.resize(program.layers.size());
        find_roles();
    }

    LayerTable sum() {
        for (const NodeId v : graph_.order) {
            if (graph_.is_spill_out(v)) {
                const BufId buf = spilled(graph_.closes[index(v)]);
                add_spill(last_layer_[index(buf)], v, buf);
            } else if (graph_.is_spill_in(v)) {
                const BufId buf = spilled(graph_.opens[index(v)]);
                reload_[index(buf)] = v;
            } else if (program_.kind[index(v)] == ir::NodeKind::kOperation) {
                add_operation(v);
            } else if (program_.kind[index(v)] == ir::NodeKind::kFree) {
                const BufId buf = program_.bufs[index(v)][0];
                charge_reload(buf, last_layer_[index(buf)]);  // nobody used it again
            }
        }
        share_out();
        return std::move(table_);
    }

 private:
    LayerStats& at(std::uint32_t layer) {
        return layer < table_.layers.size() ? table_.layers[layer] : table_.rest;
    }
    BufId spilled(ResId residency) const { return graph_.residencies[index(residency)].buf; }

    void find_roles() {
        std::vector<bool> known(program_.buffers(), false);
        for (std::size_t v = 0; v < program_.work.size(); ++v) {
            if (program_.work[v].kind != ir::WorkKind::kMove) {
                continue;
            }
            for (const BufId b : program_.bufs[v]) {
                if (!known[index(b)]) {
                    known[index(b)] = true;
                    role_[index(b)] = program_.work[v].operand;
                }
            }
        }
    }

    void add_time(LayerStats& layer, NodeId v) {
        const std::size_t i = index(v);
        const Cycles start = timeline_.start[i];
        const Cycles end = timeline_.end[i];
        layer.start = layer.nodes == 0 ? start : std::min(layer.start, start);
        layer.end = std::max(layer.end, end);
        ++layer.nodes;
        layer.busy[graph_.pipe[i]] += timeline_.alone(i);
        layer.contention[graph_.pipe[i]] += timeline_.lost_by(i);
    }

    void add_spill(std::uint32_t layer, NodeId v, BufId buf) {
        LayerStats& l = at(layer);
        add_time(l, v);
        const std::uint32_t b = index(buf);
        const Bytes bytes = program_.size[b] * config_.bytes_per_unit;
        const Operand operand = role_[b];
        Traffic& tier = l.tiers[program_.tier[b]][operand];
        if (graph_.is_spill_in(v)) {
            l.spill.read += bytes;
            l.ddr[operand].read += bytes;
            l.moved[operand] += bytes;
            tier.write += bytes;
        } else if (!program_.backed[b]) {  // else DDR has it: the buffer is dropped
            l.spill.write += bytes;
            l.ddr[operand].write += bytes;
            l.moved[operand] += bytes;
            tier.read += bytes;
        }
    }

    void charge_reload(BufId buf, std::uint32_t layer) {
        NodeId& reload = reload_[index(buf)];
        if (reload != NodeId::kNone) {
            add_spill(layer, reload, buf);
            reload = NodeId::kNone;
        }
    }

    void add_operation(NodeId v) {
        const bool has_work =
            !program_.work.empty() && program_.work[index(v)].kind != ir::WorkKind::kNone;
        const std::uint32_t layer = has_work ? program_.work[index(v)].layer : kNoLayer;
        for (const BufId b : program_.bufs[index(v)]) {
            charge_reload(b, layer);
            last_layer_[index(b)] = layer;
        }
        LayerStats& l = at(layer);
        add_time(l, v);
        if (has_work) {
            add_work(l, v, program_.work[index(v)]);
        }
    }

    void add_work(LayerStats& l, NodeId v, const ir::Work& work) {
        switch (work.kind) {
            case ir::WorkKind::kMatmul:
                add_matmul(l, v, work);
                break;
            case ir::WorkKind::kVector:
                add_vector(l, v, work);
                break;
            case ir::WorkKind::kMove:
                add_move(l, v, work.operand);
                break;
            case ir::WorkKind::kNone:
                break;
        }
    }

    // What the array reads and writes at its edge, in the scratchpads that lie there.
    void add_matmul(LayerStats& l, NodeId v, const ir::Work& work) {
        const arch::ArrayCost cost = matmul_cost(
            config_.cube, program_.element, program_.layers[work.layer], work.m, work.n, work.k);
        const config::PathConfig& paths = config_.paths;
        const Bytes element = element_bytes(program_.element);
        const Bytes sum = config_.cube.sum_bytes(program_.element);
        l.array_macs += std::uint64_t{work.m} * work.n * work.k;
        const Cycles own = program_.cycles[index(v)];
        l.streaming += std::min(cost.streaming, own);
        l.port_waits += timeline_.alone(index(v)) - own;
        for (const Operand operand : {Operand::kActivations, Operand::kWeights}) {
            const Tier tier =
                operand == Operand::kWeights ? paths.weights.back() : paths.activations.back();
            l.tiers[tier][operand].read +=
                operand == Operand::kWeights
                    ? config_.cube.weight_bytes(cost.reads[operand], program_.element)
                    : cost.reads[operand] * element;
        }
        Traffic& outputs = l.tiers[paths.outputs.front()][Operand::kOutputs];
        outputs.write += cost.writes[Operand::kOutputs] * sum;
        outputs.read += cost.reads[Operand::kOutputs] * sum;
        for (const BufId b : program_.bufs[index(v)]) {
            if (program_.tier[index(b)] == paths.outputs.front()) {
                if (has_sums_[index(b)]) {
                    outputs.read += std::uint64_t{work.m} * work.n * sum;
                }
                has_sums_[index(b)] = true;
                break;
            }
        }
    }

    void add_vector(LayerStats& l, NodeId v, const ir::Work& work) {
        const Bytes element = element_bytes(program_.element);
        const Span<BufId> bufs = program_.bufs[index(v)];
        const Tier tier = bufs.size() == 0 ? Tier::kUB : program_.tier[index(bufs[0])];
        const std::uint64_t operations = std::uint64_t{work.m} * work.k;
        l.vector_ops += operations;
        l.tiers[tier][Operand::kActivations].read += (operations + work.m) * element;
        l.tiers[tier][Operand::kOutputs].write += work.m * element;
    }

    void add_move(LayerStats& l, NodeId v, Operand operand) {
        const Transfer t = transfer_of(program_, v);
        Bytes read = t.bytes;
        for (const BufId b : program_.bufs[index(v)]) {
            if (t.from == program_.tier[index(b)] && has_sums_[index(b)]) {
                read = t.bytes / element_bytes(program_.element) *
                       config_.cube.sum_bytes(program_.element);
            }
        }
        (t.from ? l.tiers[*t.from][operand] : l.ddr[operand]).read += read;
        (t.to ? l.tiers[*t.to][operand] : l.ddr[operand]).write += t.bytes;
        l.moved[operand] += t.bytes;
    }

    void share_out() {
        Cycles done = 0;
        for (std::size_t i = 0; i < table_.layers.size(); ++i) {
            LayerStats& l = table_.layers[i];
            l.macs = program_.layers[i].macs;
            l.share = std::max(done, l.end) - done;
            done += l.share;
        }
        SYSTOLE_INVARIANT(done <= timeline_.makespan, "a layer ends past the makespan");
        table_.rest.share = timeline_.makespan - done;
    }

    const ir::Program& program_;
    const ir::ExecGraph& graph_;
    const ir::Timeline& timeline_;
    const config::ArchConfig& config_;
    std::vector<Operand> role_;              // per buffer
    std::vector<std::uint32_t> last_layer_;  // per buffer: of its last user so far
    std::vector<NodeId> reload_;             // per buffer: a SPILL_IN that no user has followed yet
    std::vector<bool> has_sums_;             // per buffer: a MATMUL has written it
    LayerTable table_;
};

}  // namespace

Bytes LayerStats::ddr_read() const {
    Bytes sum = 0;
    for (const Traffic& t : ddr) {
        sum += t.read;
    }
    return sum;
}

Bytes LayerStats::ddr_write() const {
    Bytes sum = 0;
    for (const Traffic& t : ddr) {
        sum += t.write;
    }
    return sum;
}

double LayerStats::macs_per_cycle() const {
    return share == 0 ? 0.0 : static_cast<double>(macs) / static_cast<double>(share);
}

double LayerStats::pe_utilization(const config::ArchConfig& config) const {
    return macs_per_cycle() / peak_macs(config);
}

std::uint64_t LayerTable::macs() const {
    std::uint64_t sum = 0;
    for (const LayerStats& l : layers) {
        sum += l.macs;
    }
    return sum;
}

LayerTable layer_stats(const ir::Program& program,
                       const ir::ExecGraph& graph,
                       const ir::Timeline& timeline,
                       const config::ArchConfig& config) {
    return LayerSums(program, graph, timeline, config).sum();
}

}  // namespace systole::model
