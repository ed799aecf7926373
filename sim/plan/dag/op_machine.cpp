#include "sim/plan/dag/op_machine.h"

#include <algorithm>
#include <numeric>

namespace systole::dag {

OpMachine::OpMachine(const OpGraph& graph, const config::ArchConfig& config) : graph_(graph) {
    for (const Tier t : kTiers) {
        lcm_ = std::lcm(lcm_, std::max<std::uint64_t>(1, config.tiers[t].capacity));
        if (lcm_ > (std::uint64_t{1} << 32)) {
            lcm_ = std::uint64_t{1} << 32;  // odd capacities: exact multiples would not fit
        }
    }
    for (const Tier t : kTiers) {
        weight_[t] = lcm_ / std::max<std::uint64_t>(1, config.tiers[t].capacity);
    }
    const std::size_t buffers = graph.program().buffers();
    state_.done.assign(graph.size(), false);
    state_.open.assign(buffers, false);
    state_.left.resize(buffers);
    for (std::uint32_t b = 0; b < buffers; ++b) {
        state_.left[b] = graph.holders(BufId{b});
    }
}

std::uint64_t OpMachine::pressure_of(BufId b) const {
    return graph_.program().size[index(b)] * weight_[graph_.program().tier[index(b)]];
}

std::uint64_t OpMachine::pressure() const {
    std::uint64_t most = 0;
    for (const Tier t : kTiers) {
        most = std::max(most, state_.units[t] * weight_[t]);
    }
    return most;
}

void OpMachine::run(Op op) {
    for (const Op p : graph_.pred(op)) {
        if (graph_.is_feeder(p) && !state_.done[p]) {
            run_one(p);
        }
    }
    run_one(op);
}

void OpMachine::run_one(Op op) {
    const ir::Program& program = graph_.program();
    for (const BufId b : graph_.needs(op)) {
        if (!state_.open[index(b)]) {
            state_.open[index(b)] = true;
            state_.units[program.tier[index(b)]] += program.size[index(b)];
            log_.push_back({Change::kOpened, index(b)});
        }
    }
    state_.peak = std::max(state_.peak, pressure());
    state_.done[op] = true;
    log_.push_back({Change::kDone, op});
    for (const BufId b : graph_.holds(op)) {
        log_.push_back({Change::kReleased, index(b)});
        if (--state_.left[index(b)] == 0) {
            state_.open[index(b)] = false;
            state_.units[program.tier[index(b)]] -= program.size[index(b)];
        }
    }
}

void OpMachine::undo(std::size_t mark, std::uint64_t peak) {
    const ir::Program& program = graph_.program();
    while (log_.size() > mark) {
        const Entry e = log_.back();
        log_.pop_back();
        switch (e.change) {
            case Change::kDone:
                state_.done[e.what] = false;
                break;
            case Change::kOpened:
                state_.open[e.what] = false;
                state_.units[program.tier[e.what]] -= program.size[e.what];
                break;
            case Change::kReleased:
                if (state_.left[e.what]++ == 0) {
                    state_.open[e.what] = true;
                    state_.units[program.tier[e.what]] += program.size[e.what];
                }
                break;
        }
    }
    state_.peak = peak;
}

std::uint64_t peak_pressure(const OpGraph& graph,
                            const config::ArchConfig& config,
                            const std::vector<Op>& sequence) {
    OpMachine machine(graph, config);
    for (const Op op : sequence) {
        machine.run(op);
    }
    return machine.peak();
}

}  // namespace systole::dag
