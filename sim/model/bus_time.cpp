#include "sim/model/bus_time.h"

#include "arch/ddr/ddr_timing.h"
#include "arch/npu/clock_timing.h"
#include "sim/core/error.h"
#include "sim/model/bounds.h"
#include "sim/model/port_streams.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

namespace systole::model {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

class BusTime {
 public:
    BusTime(const ir::Program& program,
            const ir::Csr<NodeId>& frees,
            const config::ArchConfig& config)
        : program_(program),
          config_(config),
          ddr_(arch::ddr_traits(config.ddr, config.clock_mhz)),
          ports_(program, config),
          left_(program.nodes(), 0) {
        SYSTOLE_INVARIANT(!program.work.empty(), "a program without shapes has no bytes to share");
        bandwidth_ = arch::bus_bytes_per_cycle(config.ddr, config.clock_mhz);
        latency_ = static_cast<double>(ddr_.latency_ps) /
                   static_cast<double>(arch::clock_period_ps(config.clock_mhz));
        freed_ = ir::group_by_row<NodeId>(program.nodes(), [&](auto pair) {
            for (std::uint32_t v = 0; v < program.nodes(); ++v) {
                for (const NodeId before : frees[v]) {
                    pair(index(before), NodeId{v});
                }
            }
        });
        for (std::uint32_t v = 0; v < program.nodes(); ++v) {
            left_[v] = static_cast<std::uint32_t>(program.pred[v].size() + frees[v].size());
            if (program.kind[v] == ir::NodeKind::kOperation) {
                queue_[program.pipe[v]].push_back(NodeId{v});
            }
        }
    }

    Cycles run() {
        for (std::uint32_t v = 0; v < program_.nodes(); ++v) {
            if (left_[v] == 0) {
                ready(NodeId{v});
            }
        }
        settle();
        while (step()) {
        }
        return static_cast<Cycles>(std::ceil(now_ - 1e-9));
    }

 private:
    struct Active {
        NodeId node = NodeId::kNone;  // none: the pipe is idle
        double own_end = 0;           // of its own cycles and its ports
        double bytes = 0;             // still to go over the bus
        double request = 0;           // bytes of one of its requests
        double alone = 0;             // bytes a cycle of it when nobody shares the bus
        double end = kNever;          // once its bytes are through
    };

    bool is_operation(NodeId v) const {
        return program_.kind[index(v)] == ir::NodeKind::kOperation;
    }

    void ready(NodeId v) {
        if (!is_operation(v)) {
            ended_.push_back(v);  // no time of its own
        }
    }

    // Ends what takes no time and starts what can, until nothing more happens at this moment.
    void settle() {
        do {
            while (!ended_.empty()) {
                const NodeId v = ended_.back();
                ended_.pop_back();
                for (const NodeId s : program_.succ[index(v)]) {
                    release(s);
                }
                for (const NodeId s : freed_[index(v)]) {
                    release(s);
                }
            }
            for (const Pipe p : kPipes) {
                start(p);
            }
        } while (!ended_.empty());
    }

    void release(NodeId v) {
        if (--left_[index(v)] == 0) {
            ready(v);
        }
    }

    void start(Pipe p) {
        Active& a = active_[p];
        if (a.node != NodeId::kNone || next_[p] == queue_[p].size() ||
            left_[index(queue_[p][next_[p]])] != 0) {
            return;
        }
        const NodeId v = queue_[p][next_[p]++];
        const Cycles cycles = program_.cycles[index(v)];
        if (cycles == 0) {
            ended_.push_back(v);
            return;
        }
        a.node = v;
        a.own_end = now_ + static_cast<double>(std::max(cycles, ports_.alone(ports_.of(v))));
        a.bytes = static_cast<double>(bus_bytes(v));
        a.end = a.bytes > 0 ? kNever : a.own_end;
        if (a.bytes > 0) {
            a.request = request_of(program_.work[index(v)]);
            a.alone = alone_rate(program_.work[index(v)]);
        }
    }

    // Bytes of one request of a transfer, on average: short rows make small ones.
    double request_of(const ir::Work& work) const {
        const bool one = work.m == 1 || work.stride == work.n;
        const Bytes row = one ? Bytes{work.m} * work.n : work.n;
        return static_cast<double>(row) / static_cast<double>(ddr_.cut.requests(row));
    }

    // Bytes a cycle of a transfer that has the bus to itself, behind its first response.
    double alone_rate(const ir::Work& work) {
        const auto key = std::make_tuple(work.m, work.n, work.stride);
        const auto known = rates_.find(key);
        if (known != rates_.end()) {
            return known->second;
        }
        const bool one = work.m == 1 || work.stride == work.n;
        const Bytes bytes = Bytes{work.m} * work.n;
        const arch::Transfer transfer{work.address,
                                      one ? 1 : std::uint64_t{work.m},
                                      one ? bytes : Bytes{work.n},
                                      one ? 0 : std::uint64_t{work.stride},
                                      arch::Transfer::Direction::kRead,
                                      true};
        const auto cycles = static_cast<double>(
            arch::alone_cycles(transfer, ddr_, arch::clock_period_ps(config_.clock_mhz)));
        const double rate =
            std::min(bandwidth_, static_cast<double>(bytes) / std::max(1e-3, cycles - latency_));
        return rates_.emplace(key, rate).first->second;
    }

    Bytes bus_bytes(NodeId v) const {
        const std::size_t i = index(v);
        return program_.op_access[program_.op[i]] != ir::DdrAccess::kNone &&
                       crosses_bus(program_, v, config_)
                   ? Bytes{program_.work[i].m} * program_.work[i].n
                   : 0;
    }

    // Goes on to the next end of a node or of its bytes. False when nothing runs any more.
    bool step() {
        double sharing = 0;
        for (const Active& a : active_) {
            sharing += a.node != NodeId::kNone && a.bytes > 0 ? a.request : 0;
        }
        const auto rate = [&](const Active& a) {
            return std::min(a.alone, bandwidth_ * a.request / sharing);
        };
        double next = kNever;
        for (const Active& a : active_) {
            if (a.node != NodeId::kNone) {
                next = std::min(next, a.bytes > 0 ? now_ + a.bytes / rate(a) : a.end);
            }
        }
        if (next == kNever) {
            return false;
        }
        const double passed = next - now_;
        now_ = next;
        for (Active& a : active_) {
            if (a.node == NodeId::kNone) {
                continue;
            }
            if (a.bytes > 0) {
                a.bytes -= rate(a) * passed;
                if (a.bytes < 1e-6) {
                    a.bytes = 0;
                    a.end = std::max(a.own_end, std::ceil(now_ + latency_ - 1e-6));
                }
            }
            if (a.end <= now_) {
                ended_.push_back(a.node);
                a.node = NodeId::kNone;
            }
        }
        settle();
        return true;
    }

    const ir::Program& program_;
    const config::ArchConfig& config_;
    arch::DdrTraits ddr_;
    PortStreams ports_;
    double bandwidth_ = 0;  // bytes a cycle, of the bus
    double latency_ = 0;
    ir::Csr<NodeId> freed_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, double> rates_;
    std::vector<std::uint32_t> left_;  // predecessors that have not ended
    PerPipe<std::vector<NodeId>> queue_;
    PerPipe<std::size_t> next_{};
    PerPipe<Active> active_;
    std::vector<NodeId> ended_;
    double now_ = 0;
};

}  // namespace

Cycles bus_time(const ir::Program& program,
                const ir::Csr<NodeId>& frees,
                const config::ArchConfig& config) {
    return BusTime(program, frees, config).run();
}

}  // namespace systole::model
