#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace systole::sweep {

// Seeded numbers that are the same with every library: std::mt19937_64 is exact, its distributions
// are not.
class Random {
 public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // 0 <= result < size, each equally likely.
    std::uint64_t below(std::uint64_t size) {
        const std::uint64_t limit = UINT64_MAX - UINT64_MAX % size;
        std::uint64_t value = engine_();
        while (value >= limit) {
            value = engine_();
        }
        return value % size;
    }

    // The numbers 0 .. size - 1 in a random order.
    std::vector<std::uint64_t> permutation(std::uint64_t size) {
        std::vector<std::uint64_t> order(size);
        for (std::uint64_t i = 0; i < size; ++i) {
            order[i] = i;
        }
        for (std::uint64_t i = size; i > 1; --i) {
            std::swap(order[i - 1], order[below(i)]);
        }
        return order;
    }

 private:
    std::mt19937_64 engine_;
};

}  // namespace systole::sweep
