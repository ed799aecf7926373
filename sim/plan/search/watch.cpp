#include "sim/plan/search/watch.h"

#include <algorithm>

namespace systole::search {

Watch::Watch(const SearchOptions& options, std::uint64_t total)
    : options_(options),
      total_(std::max<std::uint64_t>(1, total)),
      end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(options.seconds))) {}

bool Watch::note(std::uint64_t evaluations, std::uint64_t price) {
    const std::uint64_t done = done_ += evaluations;
    std::uint64_t best = best_;
    while (price < best && !best_.compare_exchange_weak(best, price)) {
    }
    if (options_.seconds > 0 && std::chrono::steady_clock::now() >= end_) {
        stop_ = true;
    }
    if (options_.progress && std::this_thread::get_id() == owner_ &&
        !options_.progress(
            {std::min(1.0, static_cast<double>(done) / static_cast<double>(total_)), best_})) {
        stop_ = true;
    }
    return stop_;
}

}  // namespace systole::search
