#pragma once

#include <cstddef>
#include <vector>

namespace systole::store {

// Keeps the vectors that no other beats: one beats another when it is nowhere larger and somewhere
// smaller. Equal vectors are all kept. O(front) a vector.
class ParetoFront {
 public:
    struct Entry {
        std::vector<double> values;
        std::size_t tag = 0;  // the caller's
    };

    // Whether the vector is kept; those that it beats go.
    bool offer(std::vector<double> values, std::size_t tag);
    // In the order in which they were offered.
    const std::vector<Entry>& entries() const { return entries_; }

 private:
    std::vector<Entry> entries_;
};

// Whether a is nowhere larger than b and somewhere smaller.
bool beats(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace systole::store
