#pragma once

#include "sim/store/point.h"
#include "sim/sweep/space.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace systole::sweep {

// Says which points of a space are to be run, in the order of their numbers.
class PointSource {
 public:
    enum class Next {
        kPoint,
        kWait,  // not before results of earlier points are told
        kEnd,
    };
    virtual ~PointSource() = default;
    virtual Next next(PointSpec& point) = 0;
    // The result of a point. Sources whose points do not depend on results pass over it.
    virtual void tell(const PointSpec& /*point*/, const store::Point& /*result*/) {}
    // Whether tell() has to be called at all.
    virtual bool listens() const { return false; }
    // How many points there will be, where counting them is quick.
    virtual std::optional<std::uint64_t> total() { return std::nullopt; }
};

// Every combination that meets the constraints.
std::unique_ptr<PointSource> grid(Space& space);

// A seeded sample of them, without repetition.
//   random           each combination is equally likely; in the order of the grid
//   latin hypercube  N points: every dimension is cut into N equal strata, each of which holds one
//                    point, paired by seeded permutations; a stratum of a dimension of L levels
//                    gives level floor((stratum + 1/2) L / N). (McKay, Beckman, Conover 1979.)
//                    Combinations that a constraint excludes or that came before are replaced by
//                    those of another hypercube of N.
// Fewer points come where no more are found in 1,000 tries a point.
std::unique_ptr<PointSource> sample(Space& space, const SampleSpec& spec);

// The source that the sweep's file asks for.
std::unique_ptr<PointSource> points_of(Space& space);

}  // namespace systole::sweep
