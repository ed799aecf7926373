#include "sim/time/port_streams.h"

#include "sim/model/port_streams.h"

namespace systole::time {

void add_streams(const ir::Program& program,
                 const ir::ExecGraph& graph,
                 const config::ArchConfig& config,
                 arch::CoreProgram& core_program) {
    model::PortStreams of_operations(program, config);
    std::vector<arch::Stream>& streams = core_program.streams;
    std::vector<std::uint32_t>& offsets = core_program.stream_offsets;
    const auto add_residency = [&](ResId r) {
        if (r != ResId::kNone) {
            const ir::Residency& res = graph.residencies[index(r)];
            streams.push_back({res.tier, Bytes{res.hi - res.lo} * config.bytes_per_unit});
        }
    };
    offsets.reserve(graph.nodes() + 1);
    offsets.push_back(0);
    for (std::size_t v = 0; v < graph.nodes(); ++v) {
        if (graph.pipe[v] != Pipe::kNone && graph.cycles[v] > 0) {
            if (v < program.nodes()) {
                const auto& own = of_operations.of(NodeId{static_cast<std::uint32_t>(v)});
                streams.insert(streams.end(), own.begin(), own.end());
            } else {
                add_residency(graph.opens[v]);
                add_residency(graph.closes[v]);
            }
        }
        offsets.push_back(static_cast<std::uint32_t>(streams.size()));
    }
}

}  // namespace systole::time
