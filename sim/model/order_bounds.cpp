#include "sim/model/order_bounds.h"

#include "sim/model/bounds.h"

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

namespace systole::model {
namespace {

// Volume that cannot stay, and how many spills that takes at least.
struct Excess {
    Units volume = 0;
    std::uint64_t spills = 0;
};

class Sweep {
 public:
    Sweep(const ir::Program& program, Span<NodeId> order) : program_(program), order_(order) {
        uses_ = ir::group_by_row<std::uint32_t>(program.buffers(), [&](auto add) {
            for (std::uint32_t pos = 0; pos < order.size(); ++pos) {
                if (index(order[pos]) < program.nodes()) {
                    for (const BufId b : program.bufs[index(order[pos])]) {
                        add(index(b), pos);
                    }
                }
            }
        });
    }

    PerTier<Excess> run(const config::ArchConfig& config, bool unbacked_only) const {
        PerTier<Excess> excess{};
        PerTier<Units> staying{};  // between uses, over the position at hand
        using Stay = std::pair<std::uint32_t, std::uint32_t>;  // its end, buffer
        PerTier<std::priority_queue<Stay>> stays;
        std::vector<Units> volume(program_.buffers(), 0);  // of its stay at hand
        std::vector<std::uint32_t> next(uses_.offsets.begin(), uses_.offsets.end() - 1);
        for (std::uint32_t pos = 0; pos < order_.size(); ++pos) {
            if (index(order_[pos]) >= program_.nodes()) {
                continue;
            }
            const Span<BufId> bufs = program_.bufs[index(order_[pos])];
            PerTier<Units> used{};
            for (const BufId b : bufs) {
                const Tier t = program_.tier[index(b)];
                used[t] += program_.size[index(b)];
                staying[t] -= volume[index(b)];
                volume[index(b)] = 0;
            }
            for (const Tier t : kTiers) {
                const Units capacity = config.tiers[t].capacity;
                while (used[t] > 0 && used[t] + staying[t] > capacity && staying[t] > 0) {
                    const auto [end, b] = stays[t].top();
                    if (volume[b] == 0 || end != uses_.values[next[b]]) {
                        stays[t].pop();
                        continue;
                    }
                    const Units gone = std::min(volume[b], used[t] + staying[t] - capacity);
                    volume[b] -= gone;
                    staying[t] -= gone;
                    excess[t].volume += gone;
                }
            }
            for (const BufId b : bufs) {
                const std::uint32_t i = index(b);
                const bool counts = !unbacked_only || !program_.backed[i];
                if (++next[i] < uses_.offsets[i + 1] && counts) {
                    const Tier t = program_.tier[i];
                    volume[i] = program_.size[i];
                    staying[t] += volume[i];
                    stays[t].emplace(uses_.values[next[i]], i);
                }
            }
        }
        PerTier<Units> most{};
        for (std::size_t b = 0; b < program_.buffers(); ++b) {
            most[program_.tier[b]] = std::max<Units>(most[program_.tier[b]], program_.size[b]);
        }
        for (const Tier t : kTiers) {
            if (most[t] > 0) {
                excess[t].spills = (excess[t].volume + most[t] - 1) / most[t];
            }
        }
        return excess;
    }

 private:
    const ir::Program& program_;
    Span<NodeId> order_;
    ir::Csr<std::uint32_t> uses_;  // per buffer: positions, its ALLOC first, its FREE last
};

}  // namespace

OrderBounds order_bounds(const ir::Program& program,
                         Span<NodeId> order,
                         const config::ArchConfig& config) {
    const Sweep sweep(program, order);
    const PerTier<Excess> all = sweep.run(config, false);
    const PerTier<Excess> unbacked = sweep.run(config, true);
    OrderBounds bounds;
    std::uint64_t written_spills = 0;
    for (const Tier t : kTiers) {
        bounds.reloaded += all[t].volume;
        bounds.written += unbacked[t].volume;
        bounds.spills += all[t].spills;
        written_spills += unbacked[t].spills;
    }
    bounds.traffic = bounds.reloaded + bounds.written;
    PerPipe<Cycles>& busy = bounds.work;
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        if (program.pipe[v] != Pipe::kNone) {
            busy[program.pipe[v]] += program.cycles[v];
        }
    }
    busy[Pipe::kMTE2] +=
        config.spill.cycles_per_unit * bounds.reloaded + config.spill.fixed_cycles * bounds.spills;
    busy[Pipe::kMTE3] +=
        config.spill.cycles_per_unit * bounds.written + config.spill.fixed_cycles * written_spills;
    conclude(bounds, makespan_bounds(program, order, config));
    return bounds;
}

void conclude(OrderBounds& bounds, const Bounds& any_order) {
    bounds.makespan =
        std::max(any_order.lower_bound, *std::max_element(bounds.work.begin(), bounds.work.end()));
}

}  // namespace systole::model
