#pragma once

#include "sim/core/ids.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace systole::model {

// Which residency used each address of one tier last: disjoint ranges sorted by address. Addresses
// that nobody used are not held.
class AddressMap {
 public:
    // Gives [lo, hi) to `next`, calling previous(residency) for every range of it that had an
    // owner.
    template <class Previous>
    void take(std::uint32_t lo, std::uint32_t hi, ResId next, Previous previous) {
        const std::size_t first = first_ending_after(lo);
        std::size_t last = first;
        while (last < ranges_.size() && ranges_[last].lo < hi) {
            previous(ranges_[last].owner);
            ++last;
        }
        replace(first, last, {lo, hi, next});
    }

 private:
    struct Range {
        std::uint32_t lo;
        std::uint32_t hi;
        ResId owner;
    };

    std::size_t first_ending_after(std::uint32_t address) const;
    void replace(std::size_t first, std::size_t last, Range with);

    std::vector<Range> ranges_;
};

}  // namespace systole::model
