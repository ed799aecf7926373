#include "sim/plan/search/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace systole::search {

bool Placement::find_gap(const Buffer& b, std::uint32_t* offset) const {
    const TimedTier& tier = tiers_[b.tier];
    const bool by_time = timed_ && rule_.earliest_gap;
    const bool high =
        (rule_.ends == PlacementRule::Ends::kSplit && !b.backed) ||
        (rule_.ends == PlacementRule::Ends::kLargeHigh && b.size >= tier.space.capacity() / 8);
    bool found = false;
    Cycles best_wait = 0;
    std::uint32_t best_length = 0;
    tier.space.each_gap([&](std::uint32_t lo, std::uint32_t hi) {
        const std::uint32_t length = hi - lo;
        if (length < b.size) {
            return;
        }
        std::uint32_t at = high ? hi - b.size : lo;
        Cycles wait = 0;
        if (by_time) {
            // Waiting counts from when the transfer could start anyway.
            const Cycles ready = pipe_free_[Pipe::kMTE2];
            const Cycles low_end = std::max(ready, free_since(tier, lo, lo + b.size));
            const Cycles high_end = std::max(ready, free_since(tier, hi - b.size, hi));
            at = low_end <= high_end ? lo : hi - b.size;
            wait = std::min(low_end, high_end) - ready;
        }
        if (!found || wait < best_wait || (wait == best_wait && length < best_length)) {
            found = true;
            best_wait = wait;
            best_length = length;
            *offset = at;
        }
    });
    return found;
}

bool Placement::find_window(const Buffer& b, std::uint32_t* offset) const {
    const TimedTier& tier = tiers_[b.tier];
    Window best;
    const auto consider = [&](std::uint32_t lo) {
        if (lo <= tier.space.capacity() - b.size) {
            const Window window = window_at(tier, lo, lo + b.size, best.price);
            // Of equals the one whose first victim is needed later.
            if (window.price < best.price ||
                (window.price == best.price && window.next_use > best.next_use)) {
                best = window;
                *offset = lo;
            }
        }
    };
    consider(0);
    consider(tier.space.capacity() - b.size);
    for (const place::Resident& r : tier.space.residents()) {
        consider(r.hi);
        if (r.lo >= b.size) {
            consider(r.lo - b.size);
        }
    }
    return best.price < std::numeric_limits<double>::infinity();
}

// The price is infinite where a pinned resident stands, or above `limit`.
Placement::Window Placement::window_at(const TimedTier& tier,
                                       std::uint32_t lo,
                                       std::uint32_t hi,
                                       double limit) const {
    Window window{0, ~std::uint32_t{0}};
    Cycles free_at = 0;
    const Span<place::Resident> residents = tier.space.residents();
    for (std::size_t i = tier.space.first_above(lo); i < residents.size() && residents[i].lo < hi;
         ++i) {
        const Buffer& b = buffers_[index(residents[i].buf)];
        if (b.pinned == now_ + 1) {
            return {};
        }
        const std::uint32_t next = use_[b.next];
        window.next_use = std::min(window.next_use, next);
        window.price +=
            static_cast<double>(b.traffic) / distance_power(next > now_ ? next - now_ : 1);
        if (window.price > limit) {
            return {};
        }
        free_at = std::max(free_at, b.users_end);
    }
    if (timed_ && rule_.wait_price > 0) {
        free_at = std::max(free_at, free_since(tier, lo, hi));
        const Cycles ready = pipe_free_[Pipe::kMTE2];
        if (free_at > ready) {
            window.price += rule_.wait_price * static_cast<double>(free_at - ready);
        }
    }
    return window;
}

// Square roots and products alone, which IEEE 754 fixes to the bit.
double Placement::distance_power(std::uint32_t distance) const {
    const double d = distance;
    double power = (rule_.half_power & 1u) != 0 ? std::sqrt(d) : 1.0;
    for (unsigned i = rule_.half_power / 2; i > 0; --i) {
        power *= d;
    }
    return power;
}

Cycles Placement::free_since(const TimedTier& tier, std::uint32_t lo, std::uint32_t hi) const {
    Cycles at = 0;
    for (const Released& r : tier.released) {
        if (r.hi > lo && r.lo < hi) {
            at = std::max(at, r.at);
        }
    }
    return at;
}

void Placement::release(TimedTier& tier, std::uint32_t lo, std::uint32_t hi, Cycles at) {
    split_.clear();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tier.released.size(); ++i) {
        const Released r = tier.released[i];
        if (r.hi <= lo || r.lo >= hi) {
            tier.released[kept++] = r;
            continue;
        }
        if (r.lo < lo) {
            split_.push_back({r.lo, lo, r.at});
        }
        if (r.hi > hi) {
            split_.push_back({hi, r.hi, r.at});
        }
    }
    tier.released.resize(kept);
    tier.released.insert(tier.released.end(), split_.begin(), split_.end());
    tier.released.push_back({lo, hi, at});
}

}  // namespace systole::search
