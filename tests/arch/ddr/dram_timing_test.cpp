#include "arch/ddr/dram_timing.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using arch::DramCommand;
using arch::DramCycles;
using arch::DramTiming;
using config::DdrStandard;

namespace {

// Bank numbers of a standard of 4 groups of 4 banks.
constexpr std::uint32_t kBank = 0, kSameGroup = 1, kOtherGroup = 4;

struct Issued {
    DramCommand command;
    std::uint32_t bank;
    DramCycles at;
};

// Whether `command` may issue at `at` after what was issued, and may not one cycle earlier.
void legal_from(DdrStandard standard,
                const std::vector<Issued>& issued,
                DramCommand command,
                std::uint32_t bank,
                DramCycles at) {
    CAPTURE(static_cast<int>(standard), static_cast<int>(command), bank, at);
    const auto checker = [&] {
        DramTiming timing(arch::dram_standard(standard));
        for (const Issued& i : issued) {
            timing.issue(i.command, i.bank, i.at);
        }
        return timing;
    };
    CHECK(checker().earliest(command, bank) == at);
    DramTiming too_early = checker();
    CHECK(test::refusal_of([&] { too_early.issue(command, bank, at - 1); }).kind ==
          ErrorKind::kInternal);
    DramTiming in_time = checker();
    CHECK_NOTHROW(in_time.issue(command, bank, at));
}

const Issued kOpen{DramCommand::kActivate, kBank, 100};

}  // namespace

// Expected cycles are sums of the numbers of the standards' tables, written out by hand.

TEST_CASE("DRAM: from ACTIVATE to the row's columns (tRCD)") {
    legal_from(DdrStandard::kDdr4_2400, {kOpen}, DramCommand::kRead, kBank, 116);
    legal_from(DdrStandard::kDdr4_3200, {kOpen}, DramCommand::kWrite, kBank, 122);
    legal_from(DdrStandard::kLpddr4_3200, {kOpen}, DramCommand::kRead, kBank, 129);
    legal_from(DdrStandard::kLpddr5_6400, {kOpen}, DramCommand::kRead, kBank, 115);
    legal_from(DdrStandard::kHbm2_2000, {kOpen}, DramCommand::kRead, kBank, 114);
    legal_from(DdrStandard::kHbm2_2000, {kOpen}, DramCommand::kWrite, kBank, 112);
}

TEST_CASE("DRAM: from ACTIVATE to PRECHARGE (tRAS), and to the bank's next ACTIVATE (tRC)") {
    legal_from(DdrStandard::kDdr4_2400, {kOpen}, DramCommand::kPrecharge, kBank, 139);
    legal_from(DdrStandard::kDdr4_2400, {kOpen}, DramCommand::kPrechargeAll, 0, 139);
    legal_from(DdrStandard::kLpddr4_3200, {kOpen}, DramCommand::kPrecharge, kBank, 168);
    // PRECHARGE in its first cycle: 139 + 16 and 100 + 55 are the same cycle.
    legal_from(DdrStandard::kDdr4_2400,
               {kOpen, {DramCommand::kPrecharge, kBank, 139}},
               DramCommand::kActivate,
               kBank,
               155);
    // tRC without a PRECHARGE noted: the bank's own limit.
    legal_from(DdrStandard::kDdr4_3200, {kOpen}, DramCommand::kActivate, kBank, 174);
}

TEST_CASE("DRAM: from PRECHARGE to ACTIVATE (tRP)") {
    legal_from(DdrStandard::kDdr4_2400,
               {kOpen, {DramCommand::kPrecharge, kBank, 200}},
               DramCommand::kActivate,
               kBank,
               216);
    legal_from(DdrStandard::kLpddr4_3200,
               {kOpen, {DramCommand::kPrecharge, kBank, 200}},
               DramCommand::kActivate,
               kBank,
               229);
    // PRECHARGE of all banks takes longer than of one in LPDDR4.
    legal_from(DdrStandard::kLpddr4_3200,
               {kOpen, {DramCommand::kPrechargeAll, 0, 200}},
               DramCommand::kActivate,
               kBank,
               234);
    legal_from(DdrStandard::kLpddr5_6400,
               {kOpen, {DramCommand::kPrechargeAll, 0, 200}},
               DramCommand::kActivate,
               kBank,
               217);
}

TEST_CASE("DRAM: between ACTIVATEs of different banks (tRRD_S, tRRD_L)") {
    legal_from(DdrStandard::kDdr4_2400, {kOpen}, DramCommand::kActivate, kOtherGroup, 104);
    legal_from(DdrStandard::kDdr4_2400, {kOpen}, DramCommand::kActivate, kSameGroup, 106);
    legal_from(DdrStandard::kDdr4_3200, {kOpen}, DramCommand::kActivate, kSameGroup, 108);
    legal_from(DdrStandard::kLpddr4_3200, {kOpen}, DramCommand::kActivate, kSameGroup, 116);
}

TEST_CASE("DRAM: four ACTIVATEs in a window, the fifth waits for it to end (tFAW)") {
    const auto four = [](DramCycles gap) {
        std::vector<Issued> issued;
        for (std::uint32_t i = 0; i < 4; ++i) {
            issued.push_back({DramCommand::kActivate, 4 * i, 100 + gap * i});
        }
        return issued;
    };
    // Groups in turn at tRRD_S = 4: 100, 104, 108, 112. The fifth, in group 0 again: tRRD_L allows
    // 106, tRRD_S 116, tFAW 126.
    legal_from(DdrStandard::kDdr4_2400, four(4), DramCommand::kActivate, 1, 126);
    legal_from(DdrStandard::kDdr4_3200, four(4), DramCommand::kActivate, 1, 134);
    // The window slides: the sixth waits for the second's.
    std::vector<Issued> five = four(4);
    five.push_back({DramCommand::kActivate, 1, 126});
    legal_from(DdrStandard::kDdr4_2400, five, DramCommand::kActivate, 5, 130);
    // Far enough apart, tRRD_S alone counts: 100 + 26 has passed by 130 + 4.
    legal_from(DdrStandard::kDdr4_2400, four(10), DramCommand::kActivate, 1, 134);
}

TEST_CASE("DRAM: between columns of one kind (tCCD_S, tCCD_L)") {
    const std::vector<Issued> open = {{DramCommand::kActivate, kBank, 100},
                                      {DramCommand::kActivate, kOtherGroup, 110},
                                      {DramCommand::kActivate, kSameGroup, 120}};
    for (const DramCommand c : {DramCommand::kRead, DramCommand::kWrite}) {
        std::vector<Issued> issued = open;
        issued.push_back({c, kBank, 200});
        legal_from(DdrStandard::kDdr4_2400, issued, c, kOtherGroup, 204);
        legal_from(DdrStandard::kDdr4_2400, issued, c, kSameGroup, 206);
        legal_from(DdrStandard::kDdr4_2400, issued, c, kBank, 206);
        legal_from(DdrStandard::kDdr4_3200, issued, c, kSameGroup, 208);
        legal_from(DdrStandard::kLpddr5_6400, issued, c, kOtherGroup, 202);
        legal_from(DdrStandard::kLpddr5_6400, issued, c, kBank, 204);
        legal_from(DdrStandard::kHbm2_2000, issued, c, kOtherGroup, 202);
    }
    legal_from(DdrStandard::kLpddr4_3200,
               {{DramCommand::kActivate, kBank, 100}, {DramCommand::kRead, kBank, 200}},
               DramCommand::kRead,
               kBank,
               208);
}

TEST_CASE("DRAM: from WRITE to READ (CWL, burst and tWTR_S, tWTR_L)") {
    const std::vector<Issued> issued = {{DramCommand::kActivate, kBank, 100},
                                        {DramCommand::kActivate, kOtherGroup, 110},
                                        {DramCommand::kWrite, kBank, 200}};
    legal_from(
        DdrStandard::kDdr4_2400, issued, DramCommand::kRead, kOtherGroup, 223);  // 200 + 16 + 4 + 3
    legal_from(
        DdrStandard::kDdr4_2400, issued, DramCommand::kRead, kBank, 229);  // 200 + 16 + 4 + 9
    legal_from(
        DdrStandard::kDdr4_3200, issued, DramCommand::kRead, kBank, 232);  // 200 + 16 + 4 + 12
    legal_from(DdrStandard::kLpddr5_6400,
               issued,
               DramCommand::kRead,
               kOtherGroup,
               216);                                                              // 200 + 9 + 2 + 5
    legal_from(DdrStandard::kHbm2_2000, issued, DramCommand::kRead, kBank, 215);  // 200 + 5 + 2 + 8
    legal_from(DdrStandard::kLpddr4_3200,
               {{DramCommand::kActivate, kBank, 100}, {DramCommand::kWrite, kBank, 200}},
               DramCommand::kRead,
               kBank,
               238);  // 200 + 14 + 8 + 16
}

TEST_CASE("DRAM: from READ to WRITE, whose data follow after the turnaround") {
    const std::vector<Issued> issued = {{DramCommand::kActivate, kBank, 100},
                                        {DramCommand::kActivate, kOtherGroup, 110},
                                        {DramCommand::kRead, kBank, 200}};
    // The READ's data end at 200 + 16 + 4; two idle cycles; the WRITE's begin 16 after it.
    legal_from(DdrStandard::kDdr4_2400, issued, DramCommand::kWrite, kOtherGroup, 206);
    legal_from(
        DdrStandard::kDdr4_3200, issued, DramCommand::kWrite, kBank, 212);  // 200 + 22 + 4 + 2 - 16
    legal_from(DdrStandard::kLpddr5_6400,
               issued,
               DramCommand::kWrite,
               kOtherGroup,
               212);  // 200 + 17 + 4 - 9
    legal_from(
        DdrStandard::kHbm2_2000, issued, DramCommand::kWrite, kBank, 213);  // 200 + 14 + 4 - 5
}

TEST_CASE("DRAM: from a column to PRECHARGE (tRTP, tWR)") {
    const std::vector<Issued> read = {kOpen, {DramCommand::kRead, kBank, 200}};
    legal_from(DdrStandard::kDdr4_2400, read, DramCommand::kPrecharge, kBank, 212);
    legal_from(DdrStandard::kHbm2_2000, read, DramCommand::kPrechargeAll, 0, 205);
    const std::vector<Issued> write = {kOpen, {DramCommand::kWrite, kBank, 200}};
    legal_from(
        DdrStandard::kDdr4_2400, write, DramCommand::kPrecharge, kBank, 238);  // 200 + 16 + 4 + 18
    legal_from(
        DdrStandard::kLpddr5_6400, write, DramCommand::kPrechargeAll, 0, 239);  // 200 + 9 + 2 + 28
    legal_from(DdrStandard::kLpddr4_3200,
               write,
               DramCommand::kPrecharge,
               kBank,
               251);  // 200 + 14 + 8 + 29
}

TEST_CASE("DRAM: refresh comes tRP after the banks close and lasts tRFC") {
    const std::vector<Issued> closed = {kOpen, {DramCommand::kPrechargeAll, 0, 200}};
    legal_from(DdrStandard::kDdr4_2400, closed, DramCommand::kRefresh, 0, 216);
    legal_from(DdrStandard::kLpddr4_3200, closed, DramCommand::kRefresh, 0, 234);
    legal_from(DdrStandard::kDdr4_2400,
               {kOpen, {DramCommand::kPrecharge, kBank, 200}},
               DramCommand::kRefresh,
               0,
               216);
    std::vector<Issued> refreshed = closed;
    refreshed.push_back({DramCommand::kRefresh, 0, 250});
    legal_from(DdrStandard::kDdr4_2400, refreshed, DramCommand::kActivate, kBank, 562);
    legal_from(DdrStandard::kLpddr5_6400, refreshed, DramCommand::kActivate, kBank, 474);
    legal_from(DdrStandard::kHbm2_2000, refreshed, DramCommand::kRefresh, 0, 600);
}

TEST_CASE("DRAM: one command a cycle") {
    legal_from(DdrStandard::kDdr4_2400, {kOpen}, DramCommand::kPrecharge, kOtherGroup, 101);
}

TEST_CASE("what does a channel of each standard move at most?") {
    // GB/s of the timing table, from its width and data rate: access_bytes / (burst * clock).
    const auto gigabytes = [](DdrStandard name) {
        const arch::DramStandard& s = arch::dram_standard(name);
        return 1000.0 * s.access_bytes / static_cast<double>(s.burst * s.clock_ps);
    };
    CHECK(gigabytes(DdrStandard::kDdr4_2400) == Approx(19.2).epsilon(0.001));
    CHECK(gigabytes(DdrStandard::kDdr4_3200) == Approx(25.6));
    CHECK(gigabytes(DdrStandard::kLpddr4_3200) == Approx(6.4));
    CHECK(gigabytes(DdrStandard::kLpddr5_6400) == Approx(12.8));
    CHECK(2 * gigabytes(DdrStandard::kHbm2_2000) == Approx(32.0));  // two pseudo channels
    // Capacities: 8 devices of 4 Gb and of 8 Gb; 8 Gb; 16 Gb; half of 8 Gb.
    CHECK(arch::dram_standard(DdrStandard::kDdr4_2400).channel_bytes() == Bytes{4} << 30);
    CHECK(arch::dram_standard(DdrStandard::kDdr4_3200).channel_bytes() == Bytes{8} << 30);
    CHECK(arch::dram_standard(DdrStandard::kLpddr4_3200).channel_bytes() == Bytes{1} << 30);
    CHECK(arch::dram_standard(DdrStandard::kLpddr5_6400).channel_bytes() == Bytes{2} << 30);
    CHECK(arch::dram_standard(DdrStandard::kHbm2_2000).channel_bytes() == Bytes{512} << 20);
}
