#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace systole::test {

// What ui.perfetto.dev does with the slices and arrows of the tracks of a Chrome trace, taken in
// time order, slices before arrows and longer before shorter ones: a new slice closes those that
// ended by its start and is nested in what is left open, and an arrow is bound to the slice that
// was opened last on its track. (google/perfetto: src/trace_processor/importers/common/
// slice_tracker.cc, flow_tracker.cc.)
class TrackViewer {
 public:
    // False when the slice overlaps another one without lying inside it: a viewer drops it then.
    bool slice(int track, std::uint64_t start, std::uint64_t length, std::uint64_t id) {
        std::vector<Slice>& open = open_[track];
        while (!open.empty() && open.back().end <= start) {
            open.pop_back();
        }
        const bool nests = open.empty() || start + length <= open.back().end;
        open.push_back({start + length, id});
        return nests;
    }
    // The id of the slice an arrow on `track` is bound to, or -1.
    std::int64_t arrow(int track) const {
        const auto at = open_.find(track);
        return at == open_.end() || at->second.empty()
                   ? -1
                   : static_cast<std::int64_t>(at->second.back().id);
    }

 private:
    struct Slice {
        std::uint64_t end;
        std::uint64_t id;
    };
    std::map<int, std::vector<Slice>> open_;
};

}  // namespace systole::test
