#include "sim/lower/tiling_choice.h"

#include "sim/lower/tiling_trial.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

namespace systole::lower {
namespace {

constexpr double kNear = 1.01;
constexpr std::size_t kTrials = 100;   // tilings of a layer that are timed, twice as many at most
constexpr double kTrialNodes = 60000;  // nodes of all of them together

class Selection {
 public:
    Selection(const MatrixView& view,
              const ir::LayerWork& work,
              const config::ArchConfig& config,
              const DataPaths& paths,
              bool by_time)
        : view_(view), work_(work), config_(config), paths_(paths), by_time_(by_time) {}

    ChosenTiling best_of(std::vector<ChosenTiling>& found) {
        double least = goal_of(found.front());
        for (const ChosenTiling& c : found) {
            least = std::min(least, goal_of(c));
            least_traffic_ = c.cost.ddr_bytes < least_traffic_ || least_traffic_ == 0
                                 ? c.cost.ddr_bytes
                                 : least_traffic_;
        }
        const auto rank = [&](const ChosenTiling& c) {
            const double steps = std::floor(std::log(goal_of(c) / least) / std::log(kNear));
            return std::make_tuple(
                steps, by_time_ ? c.cost.ddr_bytes : c.cost.cycles, c.cost.steps);
        };
        std::stable_sort(
            found.begin(), found.end(), [&](const ChosenTiling& a, const ChosenTiling& b) {
                return rank(a) < rank(b);
            });
        try_each_size(found, thrifty(found));
        if (best_ != nullptr) {
            const Sizes sizes = sizes_of(*best_);
            for (std::size_t i = 0; i < found.size() && trials_ < 2 * kTrials; ++i) {
                if (sizes_of(found[i]) == sizes) {
                    attempt(found[i]);
                }
            }
        }
        // The first may be too large to be timed; one that was is taken if it does what that one is
        // expected to.
        const ChosenTiling& first = found.front();
        const bool timed =
            best_ != nullptr && (first.cost.nodes <= kTrialNodes || least_ <= first.cost.cycles);
        return timed ? thriftiest_of_best() : first;
    }

 private:
    struct Timed {
        const ChosenTiling* tiling;
        double cycles;
    };

    double goal_of(const ChosenTiling& c) const {
        return by_time_ ? c.cost.cycles : c.cost.ddr_bytes;
    }

    // Those of least traffic, the fastest first; none for goal traffic, which ranks them first.
    std::vector<const ChosenTiling*> thrifty(const std::vector<ChosenTiling>& found) const {
        std::vector<const ChosenTiling*> least;
        for (const ChosenTiling& c : found) {
            if (by_time_ && c.cost.ddr_bytes <= least_traffic_) {
                least.push_back(&c);
            }
        }
        std::stable_sort(
            least.begin(), least.end(), [](const ChosenTiling* a, const ChosenTiling* b) {
                return std::tie(a->cost.cycles, a->cost.steps) <
                       std::tie(b->cost.cycles, b->cost.steps);
            });
        return least;
    }

    void try_each_size(const std::vector<ChosenTiling>& found,
                       const std::vector<const ChosenTiling*>& thrifty) {
        std::set<Sizes> seen;
        for (std::size_t i = 0; i < found.size() && trials_ < kTrials; ++i) {
            if (seen.insert(sizes_of(found[i])).second) {
                attempt(found[i]);
            }
            if (i < thrifty.size() && i < kTrials / 4) {
                attempt(*thrifty[i]);
            }
        }
    }

    using Sizes = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, bool>;
    static Sizes sizes_of(const ChosenTiling& c) {
        const Tiling& t = c.tiling;
        return {t.tile_images * t.tile_h, t.tile_w, t.tile_n, t.outer == Operand::kWeights};
    }

    // Of equals, up to half a hundredth, the one that leaves most of the bus to the layers around.
    const ChosenTiling& thriftiest_of_best() const {
        constexpr double kEqual = 1.005;
        const ChosenTiling* best = best_;
        for (const Timed& t : timed_) {
            if (t.cycles <= least_ * kEqual && t.tiling->cost.ddr_bytes < best->cost.ddr_bytes) {
                best = t.tiling;
            }
        }
        return *best;
    }

    bool worth_trying(const ChosenTiling& c) const {
        const bool affordable = c.cost.nodes <= kTrialNodes - nodes_;
        const bool meets_goal = by_time_ || c.cost.ddr_bytes <= least_traffic_;
        return affordable && meets_goal && (best_ == nullptr || c.cost.bound < least_);
    }

    void attempt(const ChosenTiling& c) {
        if (!worth_trying(c)) {
            return;
        }
        ++trials_;
        nodes_ += c.cost.nodes;
        const std::optional<Cycles> cycles = try_tiling(view_, c.tiling, work_, config_, paths_);
        if (!cycles) {
            return;
        }
        const auto time = static_cast<double>(*cycles);
        timed_.push_back({&c, time});
        if (best_ == nullptr || time < least_) {
            best_ = &c;
            least_ = time;
        }
    }

    const MatrixView& view_;
    const ir::LayerWork& work_;
    const config::ArchConfig& config_;
    const DataPaths& paths_;
    bool by_time_;
    double least_traffic_ = 0;
    std::size_t trials_ = 0;
    double nodes_ = 0;  // of all trials
    double least_ = 0;
    const ChosenTiling* best_ = nullptr;
    std::vector<Timed> timed_;
};

}  // namespace

ChosenTiling choose_tiling(std::vector<ChosenTiling>& found,
                           const MatrixView& view,
                           const ir::LayerWork& work,
                           const config::ArchConfig& config,
                           const DataPaths& paths) {
    const bool by_time = config.tiling.goal == config::TilingGoal::kMakespan;
    ChosenTiling chosen = Selection(view, work, config, paths, by_time).best_of(found);
    chosen.candidates = found.size();
    return chosen;
}

}  // namespace systole::lower
