#include "sim/store/pareto.h"

#include <algorithm>
#include <utility>

namespace systole::store {

bool beats(const std::vector<double>& a, const std::vector<double>& b) {
    bool smaller = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i]) {
            return false;
        }
        smaller = smaller || a[i] < b[i];
    }
    return smaller;
}

bool ParetoFront::offer(std::vector<double> values, std::size_t tag) {
    for (const Entry& entry : entries_) {
        if (beats(entry.values, values)) {
            return false;
        }
    }
    entries_.erase(std::remove_if(entries_.begin(),
                                  entries_.end(),
                                  [&](const Entry& entry) { return beats(values, entry.values); }),
                   entries_.end());
    entries_.push_back({std::move(values), tag});
    return true;
}

}  // namespace systole::store
