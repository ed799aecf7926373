#pragma once

#include "sim/plan/search/best_search.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

namespace systole::search {

// Decides when a search stops before its work is done, and tells how far it is: what all its chains
// report comes together here. Any thread may call note(); the progress function runs on the thread
// that made the watch.
class Watch {
 public:
    // `total`: evaluations of all chains together.
    Watch(const SearchOptions& options, std::uint64_t total);

    // `evaluations` more are done, the caller's best costs `price`. True when the search is to
    // stop.
    bool note(std::uint64_t evaluations, std::uint64_t price);

 private:
    const SearchOptions& options_;
    const std::uint64_t total_;
    const std::chrono::steady_clock::time_point end_;
    const std::thread::id owner_ = std::this_thread::get_id();
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint64_t> best_{std::numeric_limits<std::uint64_t>::max()};
    std::atomic<bool> stop_{false};
};

}  // namespace systole::search
