#include "sim/sweep/pareto_search.h"

#include "sim/store/metric_table.h"
#include "sim/store/pareto.h"
#include "sim/sweep/random.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace systole::sweep {
namespace {

using Levels = std::vector<std::uint32_t>;

constexpr int kTries = 200;
constexpr std::uint64_t kScanned = 100'000;  // combinations looked through for an unused one

class ParetoSearch final : public PointSource {
 public:
    ParetoSearch(Space& space, const StrategySpec& spec)
        : space_(space), budget_(spec.points), seed_(spec.seed), random_(spec.seed) {
        for (const Word& word : spec.objectives) {
            const std::size_t metric = store::metric_index(word.text);
            const bool larger = store::metric_table()[metric].better == store::Better::kLarger;
            objectives_.emplace_back(metric, larger ? -1.0 : 1.0);
        }
        start_problem();
    }

    Next next(PointSpec& point) override {
        while (problem_ < problems()) {
            if (waiting_.empty() && open_ == 0) {
                settle();
                breed();
                if (waiting_.empty()) {
                    ++problem_;
                    start_problem();
                    continue;
                }
            }
            if (waiting_.empty()) {
                return Next::kWait;
            }
            point = std::move(waiting_.front());
            waiting_.erase(waiting_.begin());
            point.number = number_++;
            ++open_;
            return Next::kPoint;
        }
        return Next::kEnd;
    }

    bool listens() const override { return true; }

    void tell(const PointSpec& point, const store::Point& result) override {
        --open_;
        results_[point.number] = {point.levels, values_of(result)};
    }

 private:
    // Every combination of workload, method, objective and spill rule.
    std::uint64_t problems() const {
        std::uint64_t count = 1;
        for (std::size_t d = 0; d < Space::kKeys; ++d) {
            count *= space_.sizes()[d];
        }
        return count;
    }

    void start_problem() {
        fixed_.assign(Space::kKeys, 0);
        std::uint64_t index = problem_;
        for (std::size_t d = Space::kKeys; d-- > 0;) {
            fixed_[d] = static_cast<std::uint32_t>(index % space_.sizes()[d]);
            index /= space_.sizes()[d];
        }
        random_ = Random(seed_ + problem_);
        front_ = {};
        parents_.clear();
        seen_.clear();
        spent_ = 0;
        keys_ = 1;
        for (std::size_t d = Space::kKeys; d < space_.sizes().size(); ++d) {
            keys_ = keys_ > UINT64_MAX / space_.sizes()[d] ? UINT64_MAX : keys_ * space_.sizes()[d];
        }
    }

    // Nothing where a metric is unknown: such a point has no place in a front.
    std::vector<double> values_of(const store::Point& result) const {
        std::vector<double> values;
        for (const auto& [metric, sign] : objectives_) {
            if (result.metrics.size() <= metric) {
                return {};
            }
            const store::Value& value = result.metrics[metric];
            if (const auto* whole = std::get_if<std::int64_t>(&value)) {
                values.push_back(sign * static_cast<double>(*whole));
            } else if (const auto* real = std::get_if<double>(&value)) {
                values.push_back(sign * *real);
            } else {
                return {};
            }
        }
        return values;
    }

    // Takes the results of a generation in the order of their numbers.
    void settle() {
        for (auto& [number, result] : results_) {
            if (!result.second.empty()) {
                front_.offer(std::move(result.second), parents_.size());
                parents_.push_back(std::move(result.first));
            }
        }
        results_.clear();
    }

    void breed() {
        const std::uint64_t left = budget_ - spent_;
        if (spent_ == 0) {
            add_hypercube(std::min(left, std::max<std::uint64_t>(budget_ / 4, kGeneration)));
        } else {
            for (std::uint64_t i = std::min(left, kGeneration); i > 0; --i) {
                add_child();
            }
        }
    }

    bool add(const Levels& levels) {
        if (seen_.size() >= keys_ || !seen_.insert(levels).second) {
            return false;
        }
        auto point = space_.point(levels);
        if (!point) {
            return false;
        }
        waiting_.push_back(std::move(*point));
        ++spent_;
        return true;
    }

    void add_hypercube(std::uint64_t count) {
        std::vector<Levels> rows(count, fixed_);
        for (std::size_t d = Space::kKeys; d < space_.sizes().size(); ++d) {
            const std::vector<std::uint64_t> strata = random_.permutation(count);
            for (std::uint64_t i = 0; i < count; ++i) {
                rows[i].push_back(static_cast<std::uint32_t>((2 * strata[i] + 1) *
                                                             space_.sizes()[d] / (2 * count)));
            }
        }
        for (const Levels& levels : rows) {
            if (!add(levels)) {
                add_any();
            }
        }
    }

    void add_any() {
        for (int i = 0; i < kTries; ++i) {
            Levels levels = fixed_;
            for (std::size_t d = Space::kKeys; d < space_.sizes().size(); ++d) {
                levels.push_back(static_cast<std::uint32_t>(random_.below(space_.sizes()[d])));
            }
            if (add(levels)) {
                return;
            }
        }
        // Nearly everything has been run: the first combination that has not.
        for (std::uint64_t index = 0; index < std::min(keys_, kScanned); ++index) {
            Levels levels = space_.levels_of(index);
            std::copy(fixed_.begin(), fixed_.end(), levels.begin());
            if (add(levels)) {
                return;
            }
        }
    }

    void add_child() {
        const auto& front = front_.entries();
        if (front.empty() || space_.sizes().size() == Space::kKeys) {
            add_any();
            return;
        }
        const std::size_t keys = space_.sizes().size() - Space::kKeys;
        for (int i = 0; i < kTries; ++i) {
            const Levels& mother = parents_[front[random_.below(front.size())].tag];
            const Levels& father = parents_[front[random_.below(front.size())].tag];
            Levels child = mother;
            for (std::size_t d = Space::kKeys; d < child.size(); ++d) {
                child[d] = random_.below(2) == 0 ? mother[d] : father[d];
            }
            const std::size_t moved = Space::kKeys + random_.below(keys);
            const bool up = random_.below(2) == 0;
            if (up && child[moved] + 1 < space_.sizes()[moved]) {
                ++child[moved];
            } else if (!up && child[moved] > 0) {
                --child[moved];
            }
            if (random_.below(4) == 0) {
                const std::size_t any = Space::kKeys + random_.below(keys);
                child[any] = static_cast<std::uint32_t>(random_.below(space_.sizes()[any]));
            }
            if (add(child)) {
                return;
            }
        }
        add_any();
    }

    Space& space_;
    std::uint64_t budget_, seed_;
    Random random_;
    std::vector<std::pair<std::size_t, double>> objectives_;  // metric, and -1 to turn it round
    std::uint64_t problem_ = 0;  // the combination of workload, method ... at hand
    std::uint64_t keys_ = 1;     // combinations of keys
    Levels fixed_;               // its levels
    store::ParetoFront front_;
    std::vector<Levels> parents_;  // by tag of the front
    std::set<Levels> seen_;
    std::vector<PointSpec> waiting_;  // of this generation
    std::uint64_t open_ = 0;          // given out, result not told
    std::map<std::uint64_t, std::pair<Levels, std::vector<double>>> results_;
    std::uint64_t spent_ = 0;
    std::uint64_t number_ = 0;
};

}  // namespace

std::unique_ptr<PointSource> pareto_search(Space& space, const StrategySpec& spec) {
    return std::make_unique<ParetoSearch>(space, spec);
}

}  // namespace systole::sweep
