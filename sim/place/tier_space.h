#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace systole::place {

// The free addresses of one tier: gaps sorted by offset, none touching another. Units.
class TierSpace {
 public:
    explicit TierSpace(std::uint32_t capacity);

    // Takes `size` units from the smallest gap that holds them, of equals the one at the lowest
    // offset; gives the offset, or nothing when no gap is large enough.
    std::optional<std::uint32_t> take_best_fit(std::uint32_t size);
    void give_back(std::uint32_t offset, std::uint32_t size);

 private:
    struct Gap {
        std::uint32_t lo;
        std::uint32_t hi;
    };
    std::vector<Gap> gaps_;
};

}  // namespace systole::place
