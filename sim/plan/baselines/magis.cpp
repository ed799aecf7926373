#include "sim/plan/baselines/magis.h"

#include "sim/plan/baselines/candidate.h"
#include "sim/plan/baselines/interval.h"
#include "sim/plan/dag/op_graph.h"
#include "sim/plan/dag/op_machine.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/fit_check.h"
#include "sim/plan/place/victim_rule.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;
namespace {

constexpr int kSweeps = 8;
constexpr std::size_t kHotSpots = 256;    // intervals tried per sweep
constexpr std::size_t kMostOps = 16'384;  // more, and nw's bit sets would take over 64 MiB
// The three constants of the paper's interval rule.
constexpr int kSteps = 20;
constexpr std::uint32_t kWide = 10;
constexpr std::uint32_t kNarrow = 4;

// Largest pressure, and by how much all pressures together exceed full.
using Cost = std::pair<std::uint64_t, std::uint64_t>;

class Magis {
 public:
    Magis(const OpGraph& graph, const config::ArchConfig& config)
        : graph_(graph), config_(config) {}

    std::vector<Op> run() {
        std::vector<Op> order = graph_.by_id();
        if (std::vector<Op> demand = graph_.by_demand();
            dag::peak_pressure(graph_, config_, demand) <
            dag::peak_pressure(graph_, config_, order)) {
            order = std::move(demand);
        }
        if (order.size() > kMostOps) {
            return order;
        }
        const std::vector<std::uint32_t> nw = narrow_waists(graph_);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            if (!improve_once_each(order, nw)) {
                break;
            }
        }
        return order;
    }

 private:
    // Fills pressures_ with the peak around each step.
    Cost cost_of(const std::vector<Op>& order) {
        dag::OpMachine machine(graph_, config_);
        Cost cost{0, 0};
        pressures_.clear();
        for (const Op op : order) {
            machine.forget_peak();
            machine.run(op);
            pressures_.push_back(machine.peak());
            cost.first = std::max(cost.first, machine.peak());
            cost.second += machine.peak() > machine.full() ? machine.peak() - machine.full() : 0;
        }
        return cost;
    }

    bool improve_once_each(std::vector<Op>& order, const std::vector<std::uint32_t>& nw) {
        Cost best = cost_of(order);
        std::vector<std::size_t> spots;
        for (std::size_t p = 0; p < order.size() && spots.size() < kHotSpots; ++p) {
            if (pressures_[p] == best.first) {
                spots.push_back(p);
            }
        }
        bool improved = false;
        std::size_t covered = 0;
        for (const std::size_t spot : spots) {
            if (spot < covered) {
                continue;
            }
            const auto [first, last] = interval(order, nw, spot);
            covered = last;
            dag::OpMachine machine(graph_, config_);
            for (std::size_t p = 0; p < first; ++p) {
                machine.run(order[p]);
            }
            const std::vector<Op> part(order.begin() + static_cast<std::ptrdiff_t>(first),
                                       order.begin() + static_cast<std::ptrdiff_t>(last));
            const std::vector<Op> better = reorder_interval(graph_, machine, part);
            std::vector<Op> trial = order;
            std::copy(
                better.begin(), better.end(), trial.begin() + static_cast<std::ptrdiff_t>(first));
            if (const Cost cost = cost_of(trial); cost < best) {
                best = cost;
                order = std::move(trial);
                improved = true;
            }
        }
        return improved;
    }

    // [first, last) around a hot-spot: outwards while the waist narrows.
    static std::pair<std::size_t, std::size_t> interval(const std::vector<Op>& order,
                                                        const std::vector<std::uint32_t>& nw,
                                                        std::size_t spot) {
        const auto goes_on = [&](std::size_t p, int steps, std::uint32_t& last_nw) {
            const std::uint32_t w = nw[order[p]];
            if (steps >= kSteps || w >= last_nw || (last_nw <= kWide && w >= kNarrow)) {
                return false;
            }
            last_nw = w;
            return true;
        };
        std::size_t first = spot;
        std::size_t last = spot + 1;
        std::uint32_t last_nw = std::numeric_limits<std::uint32_t>::max();
        for (int steps = 0; first > 0 && goes_on(first - 1, steps, last_nw); ++steps) {
            --first;
        }
        last_nw = std::numeric_limits<std::uint32_t>::max();
        for (int steps = 0; last < order.size() && goes_on(last, steps, last_nw); ++steps) {
            ++last;
        }
        return {first, last};
    }

    const OpGraph& graph_;
    const config::ArchConfig& config_;
    std::vector<std::uint64_t> pressures_;
};

}  // namespace

ir::Plan plan_magis(const ir::Program& program,
                    const config::ArchConfig& config,
                    place::SpillLog* log) {
    place::check_fits(program, config);
    const OpGraph graph(program);
    // MAGIS's key: memory above the limit first, then latency.
    const std::uint64_t limit = dag::OpMachine(graph, config).full();
    std::optional<Candidate> best;
    std::uint64_t best_peak = 0;
    ir::Order best_order;
    for (const std::vector<Op>& sequence :
         {Magis(graph, config).run(), graph.by_id(), graph.by_demand()}) {
        const std::uint64_t peak = std::max(limit, dag::peak_pressure(graph, config, sequence));
        if (best && peak > best_peak) {
            continue;
        }
        ir::Order order = graph.expand(sequence);
        Candidate candidate = place_candidate(program, order, config, "window");
        if (!best || peak < best_peak || candidate.makespan < best->makespan) {
            best = std::move(candidate);
            best_peak = peak;
            best_order = std::move(order);
        }
    }
    if (log != nullptr) {
        place::place_best_fit(program, best_order, config, place::victim_rule("window"), log);
    }
    return std::move(best->plan);
}

}  // namespace systole::baselines
