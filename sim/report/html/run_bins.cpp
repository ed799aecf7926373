#include "sim/report/html/run_bins.h"

#include "sim/report/html/op_table.h"

#include <algorithm>

namespace systole::report::html {
namespace {

Cycles bin_width(Cycles makespan, std::size_t bins) {
    return std::max<Cycles>(1, (makespan + bins - 1) / bins);
}

std::size_t bin_count(Cycles makespan, Cycles width) {
    return std::max<std::size_t>(1, static_cast<std::size_t>((makespan + width - 1) / width));
}

// Adds the cycles [from, to) to the bins they fall into: visit(bin, cycles).
template <class Visit>
void spread(Cycles from, Cycles to, Cycles width, Visit visit) {
    while (from < to) {
        const Cycles bin = from / width;
        const Cycles until = std::min(to, (bin + 1) * width);
        visit(static_cast<std::size_t>(bin), until - from);
        from = until;
    }
}

// Sums the nodes of one pipe in the order they run; remembers the busiest op of the bin it is in.
class PipeSum {
 public:
    PipeSum(PipeBins& bins, std::size_t count, std::size_t ops) : bins_(bins), op_cycles_(ops, 0) {
        for (std::vector<Cycles>* v :
             {&bins.busy, &bins.dependency, &bins.address, &bins.contention}) {
            v->assign(count, 0);
        }
        bins.spills.assign(count, 0);
        bins.op.assign(count, 0);
    }

    void add_busy(std::size_t bin, std::uint32_t op, Cycles cycles) {
        bins_.busy[bin] += cycles;
        if (bin != bin_) {
            std::fill(op_cycles_.begin(), op_cycles_.end(), 0);
            bin_ = bin;
            most_ = 0;
        }
        op_cycles_[op] += cycles;
        if (op_cycles_[op] > most_) {
            most_ = op_cycles_[op];
            bins_.op[bin] = op;
        }
    }
    PipeBins& bins() { return bins_; }

    Cycles free_at = 0;

 private:
    PipeBins& bins_;
    std::vector<Cycles> op_cycles_;
    std::size_t bin_ = 0;
    Cycles most_ = 0;
};

void sum_pipes(const RunResult& report, RunBins& out) {
    const ir::ExecGraph& graph = report.graph;
    const OpTable ops(report);
    const std::vector<model::NodeWait>& waits = report.waits;
    std::vector<PipeSum> sums;
    sums.reserve(kPipeCount);
    for (const Pipe p : kPipes) {
        sums.emplace_back(out.pipes[p], out.count, ops.size());
    }
    for (const NodeId v : graph.order) {
        const std::size_t i = index(v);
        if (graph.pipe[i] == Pipe::kNone) {
            continue;
        }
        PipeSum& sum = sums[index(graph.pipe[i])];
        PipeBins& bins = sum.bins();
        const Cycles start = report.timeline.start[i];
        const Cycles dependency_end = sum.free_at + waits[i].dependency;
        const Cycles busy_end = start + report.timeline.alone(i);
        const std::uint32_t op = ops.of(v);
        spread(sum.free_at, dependency_end, out.width, [&](std::size_t b, Cycles c) {
            bins.dependency[b] += c;
        });
        spread(dependency_end, start, out.width, [&](std::size_t b, Cycles c) {
            bins.address[b] += c;
        });
        spread(
            start, busy_end, out.width, [&](std::size_t b, Cycles c) { sum.add_busy(b, op, c); });
        spread(busy_end, report.timeline.end[i], out.width, [&](std::size_t b, Cycles c) {
            bins.contention[b] += c;
        });
        if (ops.is_spill(op)) {
            ++bins.spills[std::min(out.count - 1, static_cast<std::size_t>(start / out.width))];
        }
        sum.free_at = report.timeline.end[i];
    }
}

// When each residency is first worked in: its first user's start; a reload works in it at once.
std::vector<Cycles> first_uses(const RunResult& report) {
    const ir::ExecGraph& graph = report.graph;
    std::vector<Cycles> first(graph.residencies.size());
    for (std::size_t r = 0; r < first.size(); ++r) {
        const ir::Residency& res = graph.residencies[r];
        first[r] = graph.is_spill_in(res.open) ? report.timeline.start[index(res.open)]
                                               : report.timeline.end[index(res.close)];
    }
    for (std::size_t v = 0; v < graph.nodes(); ++v) {
        for (const ResId r : graph.uses[v]) {
            first[index(r)] = std::min(first[index(r)], report.timeline.start[v]);
        }
    }
    return first;
}

struct Step {
    Cycles at;
    std::int64_t change;
};

// The most that is open at any cycle of each bin. What closes at a cycle makes room for what opens
// at it.
std::vector<Units> bin_peaks(std::vector<Step>& steps, Cycles width, std::size_t count) {
    std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return a.at != b.at ? a.at < b.at : a.change < b.change;
    });
    std::vector<Units> peaks(count, 0);
    std::int64_t now = 0;
    std::size_t next = 0;
    for (std::size_t bin = 0; bin < count; ++bin) {
        const Cycles begin = bin * width;
        while (next < steps.size() && steps[next].at <= begin) {
            now += steps[next++].change;
        }
        std::int64_t most = now;
        while (next < steps.size() && steps[next].at < begin + width) {
            now += steps[next++].change;
            most = std::max(most, now);
        }
        peaks[bin] = static_cast<Units>(std::max<std::int64_t>(0, most));
    }
    return peaks;
}

// Collects rectangles of (address, time) and gives the share of each cell they cover.
class GridSum {
 public:
    GridSum(std::size_t rows, std::size_t columns, Units capacity, Cycles width)
        : rows_(rows),
          columns_(columns),
          row_units_(static_cast<double>(std::max<Units>(1, capacity)) / static_cast<double>(rows)),
          width_(width),
          cell_(rows * columns, 0.0F),
          slope_(rows * (columns + 1), 0.0F) {}

    void add(Units lo, Units hi, Cycles from, Cycles to) {
        const auto low = static_cast<double>(lo);
        const auto high = static_cast<double>(hi);
        for (auto row = static_cast<std::size_t>(low / row_units_); row < rows_; ++row) {
            const double base = static_cast<double>(row) * row_units_;
            if (base >= high) {
                break;
            }
            const double covered = std::min(high, base + row_units_) - std::max(low, base);
            if (covered > 0) {
                add_row(row, covered / row_units_, from, to);
            }
        }
    }

    std::vector<float> finish() {
        for (std::size_t row = 0; row < rows_; ++row) {
            float level = 0.0F;
            for (std::size_t c = 0; c < columns_; ++c) {
                level += slope_[row * (columns_ + 1) + c];
                float& cell = cell_[row * columns_ + c];
                cell = std::min(cell + level, 1.0F);
                if (cell < kRoundingNoise) {
                    cell = 0.0F;
                }
            }
        }
        return std::move(cell_);
    }

 private:
    static constexpr float kRoundingNoise = 1e-4F;

    void add_row(std::size_t row, double weight, Cycles from, Cycles to) {
        const auto first = static_cast<std::size_t>(from / width_);
        const auto last = static_cast<std::size_t>(to / width_);
        const auto part = [&](Cycles cycles) {
            return static_cast<float>(weight * static_cast<double>(cycles) /
                                      static_cast<double>(width_));
        };
        if (first == last) {
            cell_[row * columns_ + first] += part(to - from);
            return;
        }
        cell_[row * columns_ + first] += part((first + 1) * width_ - from);
        slope_[row * (columns_ + 1) + first + 1] += static_cast<float>(weight);
        slope_[row * (columns_ + 1) + last] -= static_cast<float>(weight);
        if (last < columns_) {
            cell_[row * columns_ + last] += part(to - last * width_);
        }
    }

    std::size_t rows_;
    std::size_t columns_;
    double row_units_;
    Cycles width_;
    std::vector<float> cell_;
    std::vector<float> slope_;
};

void sum_tiers(const RunResult& report, RunBins& out) {
    const std::vector<Cycles> first = first_uses(report);
    for (const Tier t : kTiers) {
        std::vector<Step> held;
        std::vector<Step> live;
        GridSum grid(out.map_rows, out.map_columns, report.config.tiers[t].capacity, out.map_width);
        bool used = false;
        for (std::size_t r = 0; r < report.graph.residencies.size(); ++r) {
            const ir::Residency& res = report.graph.residencies[r];
            if (res.tier != t) {
                continue;
            }
            used = true;
            const auto size = static_cast<std::int64_t>(res.hi - res.lo);
            const Cycles open = report.timeline.start[index(res.open)];
            const Cycles close = report.timeline.end[index(res.close)];
            if (open < close) {
                held.push_back({open, size});
                held.push_back({close, -size});
            }
            if (first[r] < close) {
                live.push_back({first[r], size});
                live.push_back({close, -size});
                grid.add(res.lo, res.hi, first[r], close);
            }
        }
        out.tiers[t].held = bin_peaks(held, out.width, out.count);
        out.tiers[t].live = bin_peaks(live, out.width, out.count);
        if (used) {
            out.maps[t].share = grid.finish();
        }
    }
}

}  // namespace

RunBins sum_up(const RunResult& report, const BinOptions& options) {
    const Cycles makespan = report.timeline.makespan;
    RunBins out;
    out.width = bin_width(makespan, options.bins);
    out.count = bin_count(makespan, out.width);
    out.map_width = bin_width(makespan, options.map_columns);
    out.map_columns = bin_count(makespan, out.map_width);
    out.map_rows = options.map_rows;
    sum_pipes(report, out);
    sum_tiers(report, out);
    return out;
}

}  // namespace systole::report::html
