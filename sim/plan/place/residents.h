#pragma once

#include "sim/core/ids.h"
#include "sim/core/span.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace systole::place {

// Who stands where in one tier, by rising offset.
class Residents {
 public:
    struct Item {
        std::uint32_t offset;
        std::uint32_t size;
        BufId buf;
    };

    void add(std::uint32_t offset, std::uint32_t size, BufId buf) {
        items_.insert(at(offset), {offset, size, buf});
    }
    void remove(std::uint32_t offset) { items_.erase(at(offset)); }
    Span<Item> items() const { return items_; }

 private:
    std::vector<Item>::iterator at(std::uint32_t offset) {
        return std::lower_bound(
            items_.begin(), items_.end(), offset, [](const Item& item, std::uint32_t wanted) {
                return item.offset < wanted;
            });
    }

    std::vector<Item> items_;
};

// A stretch of addresses that can be emptied: the residents items[first .. last).
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

// The stretch of `size` units whose residents cost least to spill: candidates start at 0, at the
// end of each resident and at capacity - size; ties go to the larger least next use, then to the
// lower address. Nothing when every stretch holds a pinned resident. O(residents * residents in a
// stretch).
template <class CostOf>
std::optional<Window> cheapest_window(Span<Residents::Item> items,
                                      std::uint32_t capacity,
                                      std::uint32_t size,
                                      CostOf cost_of) {
    std::optional<Window> best;
    Units best_cost = 0;
    std::uint32_t best_next = 0;
    const auto consider = [&](std::uint32_t start, std::size_t first) {
        if (start > capacity || capacity - start < size) {
            return;
        }
        Units cost = 0;
        std::uint32_t next = 0xFFFFFFFFu;
        std::size_t last = first;
        for (; last < items.size() && items[last].offset < start + size; ++last) {
            const WindowCost c = cost_of(items[last].buf);
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
    for (std::size_t i = 0; i < items.size(); ++i) {
        consider(items[i].offset + items[i].size, i + 1);
    }
    if (size <= capacity) {
        const std::uint32_t start = capacity - size;
        const auto first = std::find_if(items.begin(), items.end(), [&](const auto& item) {
            return item.offset + item.size > start;
        });
        consider(start, static_cast<std::size_t>(first - items.begin()));
    }
    return best;
}

}  // namespace systole::place
