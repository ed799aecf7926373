#pragma once

#include "arch/buffer/port_timing.h"
#include "arch/cube/systolic_timing.h"
#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace systole::model {

// What nodes move through the ports of the scratchpads, one stream per buffer and direction. Where
// a node's work says so: what the array reads and writes at its edge (partial sums that it adds to
// come back in a stream of their own), a vector operation's operands and result, the bytes of a
// move. Otherwise its whole buffers, once.
class PortStreams {
 public:
    // Both live as long as this.
    PortStreams(const ir::Program& program, const config::ArchConfig& config);

    // The streams of an operation, in order of tier. Nodes are asked for in program order: which of
    // two MATMULs adds to the sums of the other follows from it. Valid until the next call.
    const std::vector<arch::Stream>& of(NodeId v);
    // The cycles that these streams take with the ports to themselves.
    Cycles alone(const std::vector<arch::Stream>& streams) const;

 private:
    using Shape = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

    void add_stream(Tier tier, Bytes bytes);
    void add_matmul(std::size_t v, const ir::Work& work);
    void add_vector(std::size_t v, const ir::Work& work);
    void add_move(std::size_t v);
    void add_whole_buffers(std::size_t v);
    const arch::ArrayCost& cost_of(const ir::Work& work);

    const ir::Program& program_;
    const config::ArchConfig& config_;
    std::vector<bool> has_sums_;  // per buffer: a MATMUL has written it
    std::map<Shape, arch::ArrayCost> costs_;
    std::vector<arch::Stream> streams_;
};

}  // namespace systole::model
