#include "sim/plan/place/victim_pool.h"

#include <catch2/catch.hpp>

using namespace systole;
using place::VictimPool;

namespace {

VictimPool::State all_free(BufId, std::uint32_t) {
    return VictimPool::State::kFree;
}

}  // namespace

TEST_CASE("does the largest key leave first, of equals the smaller id?") {
    VictimPool pool;
    pool.offer(BufId{4}, 10, 1, 0);
    pool.offer(BufId{2}, 30, 1, 0);
    pool.offer(BufId{1}, 30, 1, 0);
    CHECK(pool.take(0, all_free) == BufId{1});
    CHECK(pool.take(0, all_free) == BufId{2});
    CHECK(pool.take(0, all_free) == BufId{4});
    CHECK(pool.take(0, all_free) == BufId::kNone);
}

TEST_CASE("is reuse distance over cost compared across classes?") {
    // Costs 100 and 10. At position 10 the distances are 90 and 10: scores 0.9 and 1.
    VictimPool pool({100.0, 10.0});
    pool.offer(BufId{0}, 100, 1, 0);
    pool.offer(BufId{1}, 20, 1, 1);
    CHECK(pool.score(100, 10, 0) == Approx(0.9));
    CHECK(pool.take(10, all_free) == BufId{1});
    // Nearer to both uses, the same pair is judged the other way: 82 / 100 against 2 / 10.
    pool.offer(BufId{1}, 20, 2, 1);
    CHECK(pool.take(18, all_free) == BufId{0});
}

TEST_CASE("do pinned ones come back, and stale ones not?") {
    VictimPool pool;
    pool.offer(BufId{0}, 30, 1, 0);
    pool.offer(BufId{1}, 20, 1, 0);
    pool.offer(BufId{2}, 10, 1, 0);
    const auto state = [](BufId b, std::uint32_t) {
        return b == BufId{0}   ? VictimPool::State::kPinned
               : b == BufId{1} ? VictimPool::State::kStale
                               : VictimPool::State::kFree;
    };
    CHECK(pool.take(0, state) == BufId{2});
    CHECK(pool.take(0, state) == BufId::kNone);
    pool.restore();
    CHECK(pool.take(0, all_free) == BufId{0});
    CHECK(pool.take(0, all_free) == BufId::kNone);
}
