#include "arch/buffer/scratchpad.h"

#include "tests/support/tiny_traces.h"

#include <systemc>

#include <catch2/catch.hpp>

#include <string>

using namespace systole;
using test::refusal_of;

namespace {

// An L1 of 16 units.
struct Pad {
    config::ArchConfig config = test::core_with_l1(16);
    arch::Clock clock{1000};
    arch::ProcessGuard guard;
    arch::Scratchpad l1{"l1", Tier::kL1, config, clock, guard};

    std::string open(std::uint64_t buffer, std::uint32_t lo, std::uint32_t hi) {
        return refusal_of([&] { l1.open(NodeId{1}, {buffer, Tier::kL1, lo, hi}); }).rule;
    }
    std::string close(std::uint64_t buffer, std::uint32_t lo, std::uint32_t hi) {
        return refusal_of([&] { l1.close(NodeId{1}, {buffer, Tier::kL1, lo, hi}); }).rule;
    }
    std::string begin(std::uint64_t buffer, std::uint32_t lo, std::uint32_t hi) {
        return refusal_of([&] { l1.begin_access(NodeId{1}, {buffer, Tier::kL1, lo, hi}); }).rule;
    }
    void end(std::uint64_t buffer, std::uint32_t lo, std::uint32_t hi) {
        l1.end_access(NodeId{1}, {buffer, Tier::kL1, lo, hi});
    }
};

}  // namespace

TEST_CASE("may ranges touch but not overlap, by one unit?") {
    Pad pad;
    CHECK(pad.open(1, 4, 8).empty());
    CHECK(pad.open(2, 0, 4).empty());
    CHECK(pad.open(3, 8, 12).empty());
    CHECK(pad.open(4, 11, 14) == "arch.overlap");
    CHECK(pad.open(4, 12, 16).empty());
    CHECK(pad.close(1, 4, 8).empty());
    CHECK(pad.open(5, 3, 5) == "arch.overlap");
    CHECK(pad.open(5, 4, 8).empty());
}

TEST_CASE("is the last unit of the capacity there, and the next not?") {
    Pad pad;
    CHECK(pad.open(1, 15, 17) == "arch.capacity");
    CHECK(pad.open(1, 15, 16).empty());
}

TEST_CASE("is only the buffer that is there, at its address, accessible?") {
    Pad pad;
    pad.open(1, 4, 8);
    CHECK(pad.begin(1, 4, 8).empty());
    pad.end(1, 4, 8);
    CHECK(pad.begin(2, 4, 8) == "arch.not-resident");
    CHECK(pad.begin(1, 5, 8) == "arch.not-resident");
    pad.close(1, 4, 8);
    CHECK(pad.begin(1, 4, 8) == "arch.not-resident");
    CHECK(pad.close(1, 4, 8) == "arch.not-resident");
}

TEST_CASE("is a range held as long as anybody works on it?") {
    Pad pad;
    pad.open(1, 0, 4);
    pad.begin(1, 0, 4);
    pad.begin(1, 0, 4);
    pad.end(1, 0, 4);
    CHECK(pad.close(1, 0, 4) == "arch.in-use");
    pad.end(1, 0, 4);
    CHECK(pad.close(1, 0, 4).empty());
}

TEST_CASE("does a reload that nobody uses hold no addresses?") {
    Pad pad;
    const arch::Window unused{1, Tier::kL1, 0, 4, true};
    pad.l1.open(NodeId{1}, unused);
    CHECK(pad.open(2, 0, 4).empty());
    pad.l1.begin_access(NodeId{1}, unused);
    pad.l1.end_access(NodeId{1}, unused);
    pad.l1.close(NodeId{1}, unused);
    CHECK(pad.begin(2, 0, 4).empty());
}
