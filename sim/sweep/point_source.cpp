#include "sim/sweep/point_source.h"

#include "sim/core/error.h"
#include "sim/sweep/pareto_search.h"
#include "sim/sweep/random.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace systole::sweep {
namespace {

constexpr std::uint64_t kCountable = 2'000'000;  // combinations that are counted beforehand
constexpr std::uint64_t kTriesPerPoint = 1'000;

class Grid final : public PointSource {
 public:
    explicit Grid(Space& space) : space_(space) {}

    Next next(PointSpec& point) override {
        for (; index_ < space_.combinations(); ++index_) {
            if (auto found = space_.point(space_.levels_of(index_))) {
                ++index_;
                point = std::move(*found);
                point.number = number_++;
                return Next::kPoint;
            }
        }
        return Next::kEnd;
    }

    std::optional<std::uint64_t> total() override {
        if (space_.combinations() > kCountable) {
            return std::nullopt;
        }
        std::uint64_t count = 0;
        for (std::uint64_t i = 0; i < space_.combinations(); ++i) {
            count += space_.point(space_.levels_of(i)).has_value() ? 1 : 0;
        }
        return count;
    }

 private:
    Space& space_;
    std::uint64_t index_ = 0;
    std::uint64_t number_ = 0;
};

// A list made beforehand.
class Listed final : public PointSource {
 public:
    explicit Listed(std::vector<PointSpec> points) : points_(std::move(points)) {}

    Next next(PointSpec& point) override {
        if (at_ == points_.size()) {
            return Next::kEnd;
        }
        point = points_[at_];
        point.number = at_++;
        return Next::kPoint;
    }
    std::optional<std::uint64_t> total() override { return points_.size(); }

 private:
    std::vector<PointSpec> points_;
    std::uint64_t at_ = 0;
};

std::vector<PointSpec> random_points(Space& space, const SampleSpec& spec) {
    Random random(spec.seed);
    std::set<std::uint64_t> seen;
    std::vector<std::pair<std::uint64_t, PointSpec>> found;
    const bool all = space.combinations() <= spec.points;
    const std::uint64_t tries = all ? space.combinations() : spec.points * kTriesPerPoint;
    for (std::uint64_t i = 0; i < tries && found.size() < spec.points; ++i) {
        const std::uint64_t index = all ? i : random.below(space.combinations());
        if (seen.insert(index).second) {
            if (auto point = space.point(space.levels_of(index))) {
                found.emplace_back(index, std::move(*point));
            }
            if (seen.size() == space.combinations()) {
                break;
            }
        }
    }
    std::sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<PointSpec> points;
    for (auto& [index, point] : found) {
        points.push_back(std::move(point));
    }
    return points;
}

std::vector<PointSpec> hypercube_points(Space& space, const SampleSpec& spec) {
    Random random(spec.seed);
    const std::uint64_t count = std::min(spec.points, space.combinations());
    std::vector<PointSpec> points;
    std::set<std::vector<std::uint32_t>> seen;
    for (std::uint64_t round = 0; round < kTriesPerPoint && points.size() < count; ++round) {
        std::vector<std::vector<std::uint32_t>> rows(
            count, std::vector<std::uint32_t>(space.sizes().size()));
        for (std::size_t d = 0; d < space.sizes().size(); ++d) {
            const std::vector<std::uint64_t> strata = random.permutation(count);
            for (std::uint64_t i = 0; i < count; ++i) {
                rows[i][d] = static_cast<std::uint32_t>((2 * strata[i] + 1) * space.sizes()[d] /
                                                        (2 * count));
            }
        }
        for (std::vector<std::uint32_t>& levels : rows) {
            if (points.size() < count && seen.insert(levels).second) {
                if (auto point = space.point(levels)) {
                    points.push_back(std::move(*point));
                }
            }
        }
    }
    return points;
}

}  // namespace

std::unique_ptr<PointSource> grid(Space& space) {
    return std::make_unique<Grid>(space);
}

std::unique_ptr<PointSource> sample(Space& space, const SampleSpec& spec) {
    return std::make_unique<Listed>(spec.kind == SampleKind::kRandom
                                        ? random_points(space, spec)
                                        : hypercube_points(space, spec));
}

std::unique_ptr<PointSource> points_of(Space& space) {
    if (space.spec().strategy) {
        return pareto_search(space, *space.spec().strategy);
    }
    return space.spec().sample ? sample(space, *space.spec().sample) : grid(space);
}

}  // namespace systole::sweep
