#pragma once

#include "sim/core/error.h"
#include "sim/core/ids.h"
#include "sim/core/span.h"
#include "sim/plan/place/gap_index.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace systole::place {

// A buffer at addresses [lo, hi), units.
struct Resident {
    std::uint32_t lo;
    std::uint32_t hi;
    BufId buf;
};

// A stretch of addresses that can be emptied: residents()[first .. last).
struct Window {
    std::size_t first = 0;
    std::size_t last = 0;
};

// What emptying a window takes into account, per resident.
struct WindowCost {
    bool pinned;
    Units cost;              // of spilling it
    std::uint32_t next_use;  // position
};

// Who stands where in one tier, and where a newcomer would fit. Flat: entering and leaving move the
// residents behind, which is the fastest there is for the dozens that a tier holds as a rule;
// nothing is allocated once the tier has been at its fullest.
class TierState {
 public:
    // kGaps: the gaps alone, in O(log gaps) a call however many there are; residents() is empty.
    // kBoth: residents too. Gives the same addresses in every form.
    enum class Keep : std::uint8_t { kResidents, kGaps, kBoth };

    explicit TierState(std::uint32_t capacity = 0, Keep keep = Keep::kResidents)
        : capacity_(capacity), keeps_residents_(keep != Keep::kGaps) {
        if (keep != Keep::kResidents) {
            gaps_ = std::make_unique<GapIndex>(capacity);
        }
    }
    // Only kResidents can be copied.
    TierState(const TierState& other) : TierState(other.capacity_) { become(other); }
    TierState(TierState&&) = default;
    TierState& operator=(const TierState&) = delete;
    TierState& operator=(TierState&&) = default;
    ~TierState() = default;

    std::uint32_t capacity() const { return capacity_; }
    Span<Resident> residents() const { return residents_; }  // by address
    // Everybody leaves. Of kResidents only.
    void clear() {
        SYSTOLE_INVARIANT(gaps_ == nullptr, "a tier's gaps cannot be forgotten");
        residents_.clear();
    }
    // Takes the other's place, in this one's memory. Of kResidents only.
    void become(const TierState& other) {
        SYSTOLE_INVARIANT(gaps_ == nullptr && other.gaps_ == nullptr, "gaps are not copied");
        capacity_ = other.capacity_;
        residents_ = other.residents_;
    }

    void enter(BufId buf, std::uint32_t lo, std::uint32_t size) {
        if (gaps_) {
            gaps_->take_at(lo, size);
        }
        if (keeps_residents_) {
            residents_.insert(residents_.begin() + static_cast<std::ptrdiff_t>(first_from(lo)),
                              {lo, lo + size, buf});
        }
    }
    void leave(std::uint32_t lo, std::uint32_t size) {
        if (gaps_) {
            gaps_->give_back(lo, size);
        }
        if (keeps_residents_) {
            residents_.erase(residents_.begin() + static_cast<std::ptrdiff_t>(first_from(lo)));
        }
    }

    // The first resident that stands, at least in part, at `address` or above.
    std::size_t first_above(std::uint32_t address) const {
        return static_cast<std::size_t>(
            std::partition_point(residents_.begin(),
                                 residents_.end(),
                                 [&](const Resident& r) { return r.hi <= address; }) -
            residents_.begin());
    }

    // visit(lo, hi) for every gap between residents, rising; gaps of no length too.
    template <class Visit>
    void each_gap(Visit visit) const {
        std::uint32_t lo = 0;
        for (const Resident& r : residents_) {
            visit(lo, r.lo);
            lo = r.hi;
        }
        visit(lo, capacity_);
    }

    // The address of the smallest gap that holds `size` units, of equals the lowest; nothing when
    // none does. (DAN-Scheduler paper, equations 22 to 24.)
    std::optional<std::uint32_t> best_fit(std::uint32_t size) const {
        if (gaps_) {
            return gaps_->best_fit(size);
        }
        std::optional<std::uint32_t> best;
        std::uint32_t best_length = 0;
        each_gap([&](std::uint32_t lo, std::uint32_t hi) {
            if (hi - lo >= size && (!best || hi - lo < best_length)) {
                best = lo;
                best_length = hi - lo;
            }
        });
        return best;
    }

    // The stretch of `size` units whose residents cost least to spill: candidates start at 0, at
    // the end of each resident and at capacity - size; ties go to the larger least next use, then
    // to the lower address. Nothing when every stretch holds a pinned resident. O(residents *
    // residents in a stretch).
    template <class CostOf>
    std::optional<Window> cheapest_window(std::uint32_t size, CostOf cost_of) const;

 private:
    std::size_t first_from(std::uint32_t lo) const {
        return static_cast<std::size_t>(
            std::partition_point(residents_.begin(),
                                 residents_.end(),
                                 [&](const Resident& r) { return r.lo < lo; }) -
            residents_.begin());
    }

    std::uint32_t capacity_;
    bool keeps_residents_;
    std::vector<Resident> residents_;
    std::unique_ptr<GapIndex> gaps_;
};

template <class CostOf>
std::optional<Window> TierState::cheapest_window(std::uint32_t size, CostOf cost_of) const {
    std::optional<Window> best;
    Units best_cost = 0;
    std::uint32_t best_next = 0;
    const auto consider = [&](std::uint32_t start, std::size_t first) {
        if (start > capacity_ || capacity_ - start < size) {
            return;
        }
        Units cost = 0;
        std::uint32_t next = 0xFFFFFFFFu;
        std::size_t last = first;
        for (; last < residents_.size() && residents_[last].lo < start + size; ++last) {
            const WindowCost c = cost_of(residents_[last].buf);
            if (c.pinned) {
                return;
            }
            cost += c.cost;
            next = std::min(next, c.next_use);
        }
        if (!best || cost < best_cost || (cost == best_cost && next > best_next)) {
            best = Window{first, last};
            best_cost = cost;
            best_next = next;
        }
    };
    consider(0, 0);
    for (std::size_t i = 0; i < residents_.size(); ++i) {
        consider(residents_[i].hi, i + 1);
    }
    if (size <= capacity_) {
        consider(capacity_ - size, first_above(capacity_ - size));
    }
    return best;
}

}  // namespace systole::place
