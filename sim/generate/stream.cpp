#include "sim/generate/stream.h"

#include "sim/generate/parameter_kinds.h"
#include "sim/ir/program_builder.h"

#include <algorithm>
#include <array>
#include <vector>

namespace systole::generate {
namespace {

constexpr std::array kParameters = {
    Parameter{"tiles", "tiles", 6, 1, 1u << 24, "tiles that come in one after the other"},
    tile_size("tile", 1, "a tile, in UB"),
    cycle_cost("copy-cycles", 4, "COPY_IN of a tile"),
    cycle_cost("compute-cycles", 4, "work on a tile"),
    Parameter{"buffers", "tiles", 2, 1, 1u << 10, "tiles that are open at the same time"},
    Parameter{
        "slow-every", "tiles", 0, 0, 1u << 24, "of so many COPY_INs the last is slow; 0: none"},
    cycle_cost("slow-copy-cycles", 4, "a slow COPY_IN"),
};

}  // namespace

Span<Parameter> stream_parameters() {
    return {kParameters.data(), kParameters.size()};
}

TraceSize stream_size(const Values& values) {
    const Count tiles = values["tiles"];
    TraceSize size;
    size.buffers = tiles;
    size.operations = tiles + tiles;
    size.listed = tiles + tiles;
    size.closing = tiles;
    return size;
}

// In program order: the order of the ids is what decides how many tiles are open.
ir::Program build_stream(const Values& values) {
    const std::uint32_t tiles = values["tiles"];
    const std::uint32_t slow_every = values["slow-every"];
    ir::ProgramBuilder trace;
    const TraceSize size = stream_size(values);
    trace.reserve(size.nodes().value(), size.edges().value(), size.buffers.value());
    const std::uint16_t copy_in = trace.op("COPY_IN");
    const std::uint16_t work = trace.op("WORK");
    struct Tile {
        BufId buf;
        NodeId loaded;
    };
    std::vector<Tile> open;
    open.reserve(tiles);
    for (std::uint32_t i = 0; i < tiles; ++i) {
        const std::uint64_t until =
            std::min<std::uint64_t>(tiles, std::uint64_t{i} + values["buffers"]);
        while (open.size() < until) {
            const BufId buf = trace.alloc(Tier::kUB, values["tile"]);
            const bool slow = slow_every > 0 && (open.size() + 1) % slow_every == 0;
            const NodeId load = trace.operation(
                copy_in, Pipe::kMTE2, values[slow ? "slow-copy-cycles" : "copy-cycles"], {&buf, 1});
            trace.edge(trace.alloc_of(buf), load);
            open.push_back({buf, load});
        }
        const NodeId node =
            trace.operation(work, Pipe::kVector, values["compute-cycles"], {&open[i].buf, 1});
        trace.edge(open[i].loaded, node);
        trace.edge(node, trace.free(open[i].buf));
    }
    return trace.finish();
}

}  // namespace systole::generate
