#pragma once

#include "arch/cube/row_stationary_timing.h"

#include <algorithm>
#include <cstdint>

namespace systole::arch {

// The order in which every PE of a row-stationary array works: groups of filters, chunks of passes
// (a strip of output rows of one image each), groups of the reduction, for each of which weights
// are loaded; then passes, output columns, filters, channels and taps. One MAC of a PE at a time.
class RowStationaryOrder {
 public:
    RowStationaryOrder(const ConvShape& conv, const RowStationaryMapping& mapping)
        : conv_(conv),
          map_(mapping),
          filters(parts(conv.filters, mapping.t)),
          channels(parts(conv.channels, mapping.r)),
          strips(parts(conv.out_h, mapping.e)),
          filter_groups(parts(filters, mapping.p)),
          channel_groups(parts(channels, mapping.q)),
          row_folds(parts(conv.filter_h, mapping.set_rows)),
          tap_folds(parts(conv.filter_w, mapping.taps)),
          chunks(parts(conv.batch * strips, mapping.resident)) {}

    // Where a MAC stands. `filter` counts within the group, `channel` and `tap` likewise.
    struct Place {
        std::uint64_t filter_group = 0, chunk = 0, channel_group = 0, row_fold = 0, tap_fold = 0;
        std::uint64_t pass = 0;  // of all
        std::uint64_t x = 0, filter = 0, channel = 0, tap = 0;
    };

    std::uint64_t filters_in(const Place& at) const {
        return std::min(map_.p, filters - at.filter_group * map_.p);
    }
    std::uint64_t channels_in(const Place& at) const {
        return std::min(map_.q, channels - at.channel_group * map_.q);
    }
    std::uint64_t taps_in(const Place& at) const {
        return std::min(map_.taps, conv_.filter_w - at.tap_fold * map_.taps);
    }
    bool is_last_group(const Place& at) const {
        return at.channel_group + 1 == channel_groups && at.row_fold + 1 == row_folds &&
               at.tap_fold + 1 == tap_folds;
    }
    bool is_first_group(const Place& at) const {
        return at.channel_group + at.row_fold + at.tap_fold == 0;
    }
    std::uint64_t groups() const { return channel_groups * row_folds * tap_folds; }

    enum class Next { kSameWeights, kOtherWeights, kEnd };
    // Moves on by one MAC.
    Next advance(Place& at) const {
        const auto carry = [](std::uint64_t& digit, std::uint64_t count, std::uint64_t first) {
            digit = digit + 1 < first + count ? digit + 1 : first;
            return digit == first;
        };
        const std::uint64_t first_pass = at.chunk * map_.resident;
        const std::uint64_t passes = std::min(map_.resident, conv_.batch * strips - first_pass);
        if (!carry(at.tap, taps_in(at), 0) || !carry(at.channel, channels_in(at), 0) ||
            !carry(at.filter, filters_in(at), 0) || !carry(at.x, conv_.out_w, 0) ||
            !carry(at.pass, passes, first_pass)) {
            return Next::kSameWeights;
        }
        if (!carry(at.tap_fold, tap_folds, 0) || !carry(at.row_fold, row_folds, 0) ||
            !carry(at.channel_group, channel_groups, 0)) {
            return Next::kOtherWeights;
        }
        const bool all_chunks = carry(at.chunk, chunks, 0);
        at.pass = at.chunk * map_.resident;
        return all_chunks && carry(at.filter_group, filter_groups, 0) ? Next::kEnd
                                                                      : Next::kOtherWeights;
    }

 private:
    static std::uint64_t parts(std::uint64_t whole, std::uint64_t part) {
        return (whole + part - 1) / part;
    }

    const ConvShape conv_;
    const RowStationaryMapping map_;

 public:
    const std::uint64_t filters, channels;  // of one set
    const std::uint64_t strips, filter_groups, channel_groups, row_folds, tap_folds, chunks;
};

}  // namespace systole::arch
