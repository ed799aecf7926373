#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <utility>

namespace systole::place {

// The free addresses of one tier, in units: gaps, none touching another (the segment lists of the
// DAN-Scheduler paper, equation 22). Every call takes O(log gaps).
class GapIndex {
 public:
    explicit GapIndex(std::uint32_t capacity);

    // The offset of the smallest gap that holds `size` units, of equals the lowest (equation 24);
    // nothing when no gap is large enough.
    std::optional<std::uint32_t> best_fit(std::uint32_t size) const;
    // Takes exactly these addresses, which must be free.
    void take_at(std::uint32_t offset, std::uint32_t size);
    void give_back(std::uint32_t offset, std::uint32_t size);

 private:
    void insert(std::uint32_t offset, std::uint32_t length);

    // Gaps come and go with every buffer: their tree nodes are reused instead of allocated anew. On
    // the heap, so that the trees' pointer to it survives a move.
    std::unique_ptr<std::pmr::unsynchronized_pool_resource> pool_;
    std::pmr::map<std::uint32_t, std::uint32_t> by_offset_;             // -> length
    std::pmr::set<std::pair<std::uint32_t, std::uint32_t>> by_length_;  // (length, offset)
};

}  // namespace systole::place
