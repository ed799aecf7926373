#pragma once

#include "sim/core/ids.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

namespace systole::place {

// The residents of one tier, ready to name the next victim. Residents of one cost class compare by
// key alone, whatever the position, so that each class is a heap; across classes the scores of the
// heads are compared. O(log residents + classes) a victim.
class VictimPool {
 public:
    enum class State : std::uint8_t { kStale, kPinned, kFree };

    // `costs`: one divisor per class; empty: one class that compares by key.
    explicit VictimPool(std::vector<double> costs = {})
        : costs_(std::move(costs)), heaps_(costs_.empty() ? 1 : costs_.size()) {}

    // Enters `buf` under its current key; `stamp` tells the entry from the buffer's older ones.
    void offer(BufId buf, std::uint64_t key, std::uint32_t stamp, std::size_t cost_class) {
        heaps_[costs_.empty() ? 0 : cost_class].push({key, buf, stamp});
    }

    // The score at `now` of a key in a class: reuse distance over cost. (DAN-Scheduler paper,
    // equation 30; the divisor holds its epsilon.)
    double score(std::uint64_t key, std::uint32_t now, std::size_t cost_class) const {
        return costs_.empty() ? static_cast<double>(key)
                              : static_cast<double>(key - now) / costs_[cost_class];
    }

    // Takes out the entry of largest score at `now`, of equals the smaller id; kNone when all are
    // pinned. state(buf, stamp) says what became of an entry; pinned ones stay out until restore().
    template <class StateOf>
    BufId take(std::uint32_t now, StateOf state) {
        std::size_t best = heaps_.size();
        double best_score = -std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < heaps_.size(); ++c) {
            skip_unusable(c, state);
            if (heaps_[c].empty()) {
                continue;
            }
            const Entry& head = heaps_[c].top();
            const double head_score = costs_.empty() ? 0.0 : score(head.key, now, c);
            if (best == heaps_.size() || head_score > best_score ||
                (head_score == best_score && head.buf < heaps_[best].top().buf)) {
                best = c;
                best_score = head_score;
            }
        }
        if (best == heaps_.size()) {
            return BufId::kNone;
        }
        const BufId victim = heaps_[best].top().buf;
        heaps_[best].pop();
        return victim;
    }

    void restore() {
        for (const auto& [c, entry] : aside_) {
            heaps_[c].push(entry);
        }
        aside_.clear();
    }

 private:
    struct Entry {
        std::uint64_t key;
        BufId buf;
        std::uint32_t stamp;
        bool operator<(const Entry& other) const {
            return key != other.key ? key < other.key : buf > other.buf;
        }
    };

    template <class StateOf>
    void skip_unusable(std::size_t c, StateOf state) {
        auto& heap = heaps_[c];
        while (!heap.empty()) {
            const State s = state(heap.top().buf, heap.top().stamp);
            if (s == State::kFree) {
                return;
            }
            if (s == State::kPinned) {
                aside_.emplace_back(c, heap.top());
            }
            heap.pop();
        }
    }

    std::vector<double> costs_;
    std::vector<std::priority_queue<Entry>> heaps_;
    std::vector<std::pair<std::size_t, Entry>> aside_;
};

}  // namespace systole::place
