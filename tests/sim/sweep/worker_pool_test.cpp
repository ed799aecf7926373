#include "sim/sweep/worker_pool.h"

#include <catch2/catch.hpp>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <new>
#include <string>
#include <vector>

using systole::sweep::JobEnd;
using systole::sweep::PoolLimits;
using systole::sweep::WorkerPool;

namespace {

// A job's text says what to do; the answer is the text and the worker's process.
std::string work(std::string_view job) {
    if (job == "crash") {
        std::raise(SIGSEGV);
    } else if (job == "exit") {
        ::_exit(7);
    } else if (job == "hang") {
        for (;;) {
            ::pause();
        }
    } else if (job == "memory") {
        // As a run that grows; never touched, so that the machine does not suffer.
        std::vector<void*> grown;
        for (;;) {
            grown.push_back(::operator new (std::size_t{64} << 20));
        }
    }
    return std::string(job) + " by " + std::to_string(::getpid());
}

std::map<std::uint64_t, JobEnd> ends_of(WorkerPool& pool, const std::vector<std::string>& jobs) {
    std::map<std::uint64_t, JobEnd> ends;
    std::size_t next = 0;
    while (next < jobs.size() || pool.open_jobs() > 0) {
        if (next < jobs.size() && pool.has_room()) {
            pool.submit(next, jobs[next]);
            ++next;
        } else if (auto end = pool.wait(10'000)) {
            ends[end->ticket] = *end;
        }
    }
    return ends;
}

}  // namespace

TEST_CASE("does every job get its own answer, from workers that live on?") {
    WorkerPool pool(2, work);
    std::vector<std::string> jobs;
    for (int i = 0; i < 200; ++i) {
        jobs.push_back("job" + std::to_string(i));
    }
    const auto ends = ends_of(pool, jobs);
    REQUIRE(ends.size() == 200);
    std::map<std::string, int> processes;
    for (const auto& [ticket, end] : ends) {
        REQUIRE(end.how == JobEnd::How::kAnswer);
        REQUIRE(end.bytes.rfind(jobs[ticket] + " by ", 0) == 0);
        ++processes[end.bytes.substr(jobs[ticket].size())];
    }
    CHECK(processes.size() <= 2);
}

TEST_CASE("does a job that ends its worker harm no other?") {
    PoolLimits limits;
    limits.seconds = 1.0;
    limits.bytes = std::uint64_t{256} << 20;
    WorkerPool pool(2, work, limits);
    const auto ends = ends_of(
        pool, {"a", "crash", "b", "hang", "c", "memory", "d", "exit", "e", "crash", "crash", "f"});
    REQUIRE(ends.size() == 12);
    for (const std::uint64_t good : {0, 2, 4, 6, 8, 11}) {
        CHECK(ends.at(good).how == JobEnd::How::kAnswer);
    }
    CHECK(ends.at(1).how == JobEnd::How::kDied);
    CHECK(ends.at(1).signal == SIGSEGV);
    CHECK(ends.at(3).how == JobEnd::How::kTimeout);
    CHECK(ends.at(3).seconds >= 1.0);
    CHECK(ends.at(5).how == JobEnd::How::kMemory);
    CHECK(ends.at(7).how == JobEnd::How::kDied);
    CHECK(ends.at(7).signal == 0);
    CHECK(ends.at(9).signal == SIGSEGV);
    CHECK(ends.at(10).signal == SIGSEGV);
}

TEST_CASE("is an answer larger than a pipe whole?") {
    WorkerPool pool(1, [](std::string_view job) { return std::string(3'000'000, job[0]); });
    const auto ends = ends_of(pool, {"x", "y"});
    CHECK(ends.at(0).bytes == std::string(3'000'000, 'x'));
    CHECK(ends.at(1).bytes == std::string(3'000'000, 'y'));
}
