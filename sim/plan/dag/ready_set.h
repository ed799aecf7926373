#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace systole::dag {

// A set of numbers below a limit that is walked from the smallest up: who is ready to run. A tree
// of bits, 64 children to a word, so that every call takes O(log64 limit) and a copy limit / 8
// bytes.
class ReadySet {
 public:
    explicit ReadySet(std::size_t limit = 0) : limit_(limit) {
        std::size_t words = limit;
        do {
            words = (words + 63) / 64;
            level_.push_back(bits_.size());
            bits_.resize(bits_.size() + words, 0);
        } while (words > 1);
    }

    void insert(std::uint32_t i) {
        for (const std::size_t level : level_) {
            bits_[level + i / 64] |= std::uint64_t{1} << (i % 64);
            i /= 64;
        }
    }
    void erase(std::uint32_t i) {
        for (const std::size_t level : level_) {
            std::uint64_t& word = bits_[level + i / 64];
            word &= ~(std::uint64_t{1} << (i % 64));
            if (word != 0) {
                return;
            }
            i /= 64;
        }
    }

    // The smallest element that is at least `from`; the limit where there is none.
    std::uint32_t next(std::uint32_t from) const {
        std::uint64_t at = from;
        for (std::size_t depth = 0; depth < level_.size(); ++depth) {
            const std::size_t end =
                (depth + 1 < level_.size() ? level_[depth + 1] : bits_.size()) - level_[depth];
            if (at / 64 >= end) {
                break;
            }
            const std::uint64_t word =
                bits_[level_[depth] + at / 64] & (~std::uint64_t{0} << (at % 64));
            if (word != 0) {
                return down(depth, at / 64 * 64 + lowest(word));
            }
            at = at / 64 + 1;
        }
        return static_cast<std::uint32_t>(limit_);
    }
    bool empty() const { return next(0) == limit_; }

    // visit(element) for the first `most` elements, rising.
    template <class Visit>
    void each_of_first(std::size_t most, Visit visit) const {
        std::uint32_t i = next(0);
        for (std::size_t seen = 0; seen < most && i < limit_; ++seen, i = next(i + 1)) {
            visit(i);
        }
    }

 private:
    static std::uint64_t lowest(std::uint64_t word) {
        return static_cast<std::uint64_t>(__builtin_ctzll(word));
    }
    // The smallest element below the bit `at` of a level.
    std::uint32_t down(std::size_t depth, std::uint64_t at) const {
        while (depth > 0) {
            --depth;
            at = at * 64 + lowest(bits_[level_[depth] + at]);
        }
        return static_cast<std::uint32_t>(at);
    }

    std::size_t limit_;
    std::vector<std::size_t> level_;  // where each level starts in bits_, the leaves' first
    std::vector<std::uint64_t> bits_;
};

}  // namespace systole::dag
