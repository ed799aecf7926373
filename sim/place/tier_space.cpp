#include "sim/place/tier_space.h"

#include <algorithm>

namespace systole::place {

TierSpace::TierSpace(std::uint32_t capacity) {
    if (capacity > 0) {
        gaps_.push_back({0, capacity});
    }
}

std::optional<std::uint32_t> TierSpace::take_best_fit(std::uint32_t size) {
    std::size_t best = gaps_.size();
    std::uint32_t best_size = 0;
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
        const std::uint32_t gap = gaps_[i].hi - gaps_[i].lo;
        if (gap >= size && (best == gaps_.size() || gap < best_size)) {
            best = i;
            best_size = gap;
        }
    }
    if (best == gaps_.size()) {
        return std::nullopt;
    }
    const std::uint32_t offset = gaps_[best].lo;
    gaps_[best].lo += size;
    if (gaps_[best].lo == gaps_[best].hi) {
        gaps_.erase(gaps_.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return offset;
}

void TierSpace::give_back(std::uint32_t offset, std::uint32_t size) {
    const std::uint32_t end = offset + size;
    const auto next = std::upper_bound(
        gaps_.begin(), gaps_.end(), offset, [](std::uint32_t a, const Gap& g) { return a < g.lo; });
    const bool joins_next = next != gaps_.end() && next->lo == end;
    const bool joins_previous = next != gaps_.begin() && std::prev(next)->hi == offset;
    if (joins_previous && joins_next) {
        std::prev(next)->hi = next->hi;
        gaps_.erase(next);
    } else if (joins_previous) {
        std::prev(next)->hi = end;
    } else if (joins_next) {
        next->lo = offset;
    } else {
        gaps_.insert(next, {offset, end});
    }
}

}  // namespace systole::place
