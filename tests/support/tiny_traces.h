#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/ir/program.h"
#include "sim/ir/program_builder.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace systole::test {

// A core of the given L1 capacity, the reference capacities otherwise, spills at 150 + 2 per unit.
inline config::ArchConfig core_with_l1(std::uint64_t l1) {
    config::ArchConfig config;
    config.name = "test";
    config.tiers[Tier::kL1].capacity = l1;
    config.tiers[Tier::kUB].capacity = 1024;
    config.tiers[Tier::kL0A].capacity = 256;
    config.tiers[Tier::kL0B].capacity = 256;
    config.tiers[Tier::kL0C].capacity = 512;
    return config;
}

inline std::vector<NodeId> ids(std::initializer_list<std::uint32_t> list) {
    std::vector<NodeId> nodes;
    for (const std::uint32_t id : list) {
        nodes.push_back(NodeId{id});
    }
    return nodes;
}

// Two tiles a (buffer 0) and b (buffer 1) of 4 units, each brought into L1 (10 cycles, MTE2) and
// written out (5 cycles, MTE3):
//   0 ALLOC a  1 COPY_IN a  2 COPY_OUT a  3 FREE a  4 ALLOC b  5 COPY_IN b  6 COPY_OUT b  7 FREE b
inline ir::Program two_tiles() {
    ir::ProgramBuilder builder;
    for (int tile = 0; tile < 2; ++tile) {
        const BufId buf = builder.alloc(Tier::kL1, 4);
        const std::vector<BufId> bufs = {buf};
        const NodeId in = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, bufs);
        const NodeId out = builder.operation(builder.op("COPY_OUT"), Pipe::kMTE3, 5, bufs);
        const NodeId free = builder.free(buf);
        builder.edge(builder.alloc_of(buf), in);
        builder.edge(in, out);
        builder.edge(out, free);
    }
    return builder.finish();
}

// One value in UB (buffer 0, 4 units) computed (7 cycles, VECTOR) and later written out (5 cycles,
// MTE3), and a second one (buffer 1, 4 units) computed (3 cycles) and freed in between:
//   0 ALLOC x  1 EXP x  2 ALLOC y  3 EXP y  4 FREE y  5 COPY_OUT x  6 FREE x
inline ir::Program two_values() {
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kUB, 4);
    const std::vector<BufId> on_x = {x};
    const NodeId make_x = builder.operation(builder.op("EXP"), Pipe::kVector, 7, on_x);
    const BufId y = builder.alloc(Tier::kUB, 4);
    const std::vector<BufId> on_y = {y};
    const NodeId make_y = builder.operation(builder.op("EXP"), Pipe::kVector, 3, on_y);
    const NodeId free_y = builder.free(y);
    const NodeId out = builder.operation(builder.op("COPY_OUT"), Pipe::kMTE3, 5, on_x);
    const NodeId free_x = builder.free(x);
    builder.edge(builder.alloc_of(x), make_x);
    builder.edge(builder.alloc_of(y), make_y);
    builder.edge(make_y, free_y);
    builder.edge(make_x, out);
    builder.edge(out, free_x);
    return builder.finish();
}

// The rule id and node of the Error that `call` throws; rule "" when it throws none.
struct Refusal {
    std::string rule;
    std::optional<std::uint64_t> node;
    ErrorKind kind = ErrorKind::kInternal;
    std::string what;
};
template <class Call>
Refusal refusal_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return {error.rule(), error.where().node, error.kind(), error.what()};
    }
    return {};
}

}  // namespace systole::test
