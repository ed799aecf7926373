#include "sim/plan/place/gap_index.h"

#include "sim/core/error.h"

#include <iterator>

namespace systole::place {

GapIndex::GapIndex(std::uint32_t capacity)
    : pool_(std::make_unique<std::pmr::unsynchronized_pool_resource>()),
      by_offset_(pool_.get()),
      by_length_(pool_.get()) {
    if (capacity > 0) {
        insert(0, capacity);
    }
}

void GapIndex::insert(std::uint32_t offset, std::uint32_t length) {
    by_offset_.emplace(offset, length);
    by_length_.emplace(length, offset);
}

std::optional<std::uint32_t> GapIndex::best_fit(std::uint32_t size) const {
    const auto best = by_length_.lower_bound({size, 0});
    return best == by_length_.end() ? std::nullopt : std::optional(best->second);
}

void GapIndex::take_at(std::uint32_t offset, std::uint32_t size) {
    const auto next = by_offset_.upper_bound(offset);
    SYSTOLE_INVARIANT(next != by_offset_.begin(), "addresses taken twice");
    const auto gap = std::prev(next);
    const auto [lo, length] = *gap;
    SYSTOLE_INVARIANT(offset + size <= lo + length, "addresses taken twice");
    by_length_.erase({length, lo});
    by_offset_.erase(gap);
    if (lo < offset) {
        insert(lo, offset - lo);
    }
    if (offset + size < lo + length) {
        insert(offset + size, lo + length - offset - size);
    }
}

void GapIndex::give_back(std::uint32_t offset, std::uint32_t size) {
    std::uint32_t lo = offset;
    std::uint32_t hi = offset + size;
    const auto next = by_offset_.upper_bound(offset);
    const auto absorb = [&](auto gap) {
        by_length_.erase({gap->second, gap->first});
        by_offset_.erase(gap);
    };
    if (next != by_offset_.begin()) {
        const auto previous = std::prev(next);
        if (previous->first + previous->second == lo) {
            lo = previous->first;
            absorb(previous);
        }
    }
    if (next != by_offset_.end() && next->first == hi) {
        hi += next->second;
        absorb(next);
    }
    insert(lo, hi - lo);
}

}  // namespace systole::place
