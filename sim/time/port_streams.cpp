#include "sim/time/port_streams.h"

#include "sim/model/op_cycles.h"
#include "sim/model/transfer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace systole::time {
namespace {

class StreamList {
 public:
    StreamList(const ir::Program& program,
               const ir::ExecGraph& graph,
               const config::ArchConfig& config,
               arch::CoreProgram& out)
        : program_(program),
          graph_(graph),
          config_(config),
          out_(out),
          has_sums_(program.buffers(), false) {}

    void fill() {
        out_.stream_offsets.reserve(graph_.nodes() + 1);
        out_.stream_offsets.push_back(0);
        for (std::size_t v = 0; v < graph_.nodes(); ++v) {
            const std::size_t from = out_.streams.size();
            if (graph_.pipe[v] != Pipe::kNone && graph_.cycles[v] > 0) {
                add(v);
            }
            std::stable_sort(out_.streams.begin() + static_cast<std::ptrdiff_t>(from),
                             out_.streams.end(),
                             [](const arch::Stream& a, const arch::Stream& b) {
                                 return index(a.tier) < index(b.tier);
                             });
            out_.stream_offsets.push_back(static_cast<std::uint32_t>(out_.streams.size()));
        }
    }

 private:
    void add(std::size_t v) {
        const bool has_work = v < program_.nodes() && !program_.work.empty();
        const ir::WorkKind kind = has_work ? program_.work[v].kind : ir::WorkKind::kNone;
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
    }

    void add_stream(Tier tier, Bytes bytes) {
        if (bytes > 0) {
            out_.streams.push_back({tier, bytes});
        }
    }

    void add_residency(ResId r) {
        if (r != ResId::kNone) {
            const ir::Residency& res = graph_.residencies[index(r)];
            add_stream(res.tier, Bytes{res.hi - res.lo} * config_.bytes_per_unit);
        }
    }

    void add_whole_buffers(std::size_t v) {
        for (const ResId r : graph_.uses[v]) {
            add_residency(r);
        }
        add_residency(graph_.opens[v]);
        add_residency(graph_.closes[v]);
    }

    void add_matmul(std::size_t v, const ir::Work& work) {
        const arch::ArrayCost& cost = cost_of(work);
        const config::PathConfig& paths = config_.paths;
        const Bytes element = element_bytes(program_.element);
        const Bytes sum = config_.cube.sum_bytes(program_.element);
        for (const Operand o : {Operand::kActivations, Operand::kWeights}) {
            const Tier tier =
                o == Operand::kWeights ? paths.weights.back() : paths.activations.back();
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

    void add_vector(std::size_t v, const ir::Work& work) {
        const Span<BufId> bufs = program_.bufs[v];
        const Tier tier = bufs.size() == 0 ? Tier::kUB : program_.tier[index(bufs[0])];
        const Bytes element = element_bytes(program_.element);
        add_stream(tier, (Bytes{work.m} * work.k + work.m) * element);
        add_stream(tier, Bytes{work.m} * element);
    }

    void add_move(std::size_t v) {
        const model::Transfer t =
            model::transfer_of(program_, NodeId{static_cast<std::uint32_t>(v)});
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
    const arch::ArrayCost& cost_of(const ir::Work& work) {
        const auto key = std::make_tuple(work.layer, work.m, work.n, work.k);
        const auto found = costs_.find(key);
        if (found != costs_.end()) {
            return found->second;
        }
        return costs_
            .emplace(key,
                     model::matmul_cost(config_.cube,
                                        program_.element,
                                        program_.layers[work.layer],
                                        work.m,
                                        work.n,
                                        work.k))
            .first->second;
    }

    using Shape = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

    const ir::Program& program_;
    const ir::ExecGraph& graph_;
    const config::ArchConfig& config_;
    arch::CoreProgram& out_;
    std::vector<bool> has_sums_;  // per buffer: a MATMUL has written it
    std::map<Shape, arch::ArrayCost> costs_;
};

}  // namespace

void add_streams(const ir::Program& program,
                 const ir::ExecGraph& graph,
                 const config::ArchConfig& config,
                 arch::CoreProgram& core_program) {
    StreamList(program, graph, config, core_program).fill();
}

}  // namespace systole::time
