#pragma once

#include "sim/core/hardware.h"
#include "sim/result/run_result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace systole::report::html {

// The Ops of a run: the trace's own and the two that spills add, so that every node of the plan has
// one.
class OpTable {
 public:
    explicit OpTable(const RunResult& report)
        : program_(*report.program),
          graph_(report.graph),
          spill_out_(static_cast<std::uint32_t>(report.program->op_names.size())) {}

    std::uint32_t of(NodeId v) const {
        if (index(v) < program_.nodes()) {
            return program_.op[index(v)];
        }
        return graph_.is_spill_out(v) ? spill_out_ : spill_out_ + 1;
    }
    bool is_spill(std::uint32_t op) const { return op >= spill_out_; }
    std::size_t size() const { return spill_out_ + 2; }
    std::vector<std::string> names() const;

 private:
    const ir::Program& program_;
    const ir::ExecGraph& graph_;
    std::uint32_t spill_out_;
};

// How often one Op stands on one pipe, the cycles it takes there with an ideal memory system, and
// by how many contention stretched it.
struct OpTotal {
    Pipe pipe = Pipe::kNone;
    std::uint32_t op = 0;
    std::uint64_t count = 0;
    Cycles cycles = 0;
    Cycles contention = 0;
};

// Per pipe in report order, most cycles first, then most nodes, then the op's place in the table.
std::vector<OpTotal> op_totals(const RunResult& report, const OpTable& ops);

}  // namespace systole::report::html
