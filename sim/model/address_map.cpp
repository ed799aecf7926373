#include "sim/model/address_map.h"

#include <array>

namespace systole::model {

std::size_t AddressMap::first_ending_after(std::uint32_t address) const {
    const auto it = std::upper_bound(
        ranges_.begin(), ranges_.end(), address, [](std::uint32_t a, const Range& r) {
            return a < r.hi;
        });
    return static_cast<std::size_t>(it - ranges_.begin());
}

// Puts `with` where ranges [first, last) stand, keeping what sticks out of it on either side.
void AddressMap::replace(std::size_t first, std::size_t last, Range with) {
    std::array<Range, 3> pieces{};
    std::size_t count = 0;
    if (first < last && ranges_[first].lo < with.lo) {
        pieces[count++] = {ranges_[first].lo, with.lo, ranges_[first].owner};
    }
    pieces[count++] = with;
    if (first < last && ranges_[last - 1].hi > with.hi) {
        pieces[count++] = {with.hi, ranges_[last - 1].hi, ranges_[last - 1].owner};
    }
    const auto at = ranges_.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t old = last - first;
    if (count <= old) {
        std::copy_n(pieces.begin(), count, at);
        ranges_.erase(at + static_cast<std::ptrdiff_t>(count),
                      at + static_cast<std::ptrdiff_t>(old));
    } else {
        std::copy_n(pieces.begin(), old, at);
        ranges_.insert(at + static_cast<std::ptrdiff_t>(old),
                       pieces.begin() + static_cast<std::ptrdiff_t>(old),
                       pieces.begin() + static_cast<std::ptrdiff_t>(count));
    }
}

}  // namespace systole::model
