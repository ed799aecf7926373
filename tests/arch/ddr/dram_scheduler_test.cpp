#include "arch/ddr/dram_scheduler.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <vector>

using namespace systole;
using arch::DramCommand;
using arch::DramCycles;
using arch::DramIssued;
using arch::DramScheduler;
using arch::DramStandard;
using config::DdrStandard;

namespace {

const DramStandard& ddr4() {
    return arch::dram_standard(DdrStandard::kDdr4_2400);
}

// A scheduler without refresh, its command log, and the end of each request by tag.
struct Run {
    explicit Run(const DramStandard& standard, bool refresh = false, std::size_t queue = 64)
        : scheduler(standard, queue, refresh) {
        scheduler.log_to(&log);
    }
    void push(DramCycles arrival, std::uint32_t bank, std::uint32_t row, bool write = false) {
        scheduler.push({arrival, bank, row, write, tags++});
    }
    std::map<std::uint32_t, DramCycles> ends() {
        while (!scheduler.empty()) {
            scheduler.step();
        }
        std::map<std::uint32_t, DramCycles> by_tag;
        for (const arch::DramDone& d : scheduler.done()) {
            by_tag[d.tag] = d.at;
        }
        return by_tag;
    }
    std::vector<DramCycles> times(DramCommand command) const {
        std::vector<DramCycles> found;
        for (const DramIssued& i : log) {
            if (i.command == command) {
                found.push_back(i.at);
            }
        }
        return found;
    }

    DramScheduler scheduler;
    std::vector<DramIssued> log;
    std::uint32_t tags = 0;
};

// The rules of JEDEC written the other way round: every pair of commands is held against a list of
// distances, and banks are followed through their states. Nothing is remembered between pairs.
struct Referee {
    const DramStandard& s;
    const std::vector<DramIssued>& log;

    std::uint32_t group(const DramIssued& i) const { return i.bank / s.banks_per_group; }
    static bool column(DramCommand c) {
        return c == DramCommand::kRead || c == DramCommand::kWrite;
    }
    // The distance `b` has to keep from the earlier `a`.
    DramCycles distance(const DramIssued& a, const DramIssued& b) const {
        const bool bank = a.bank == b.bank;
        const bool in_group = group(a) == group(b);
        const bool all_b =
            b.command == DramCommand::kPrechargeAll || b.command == DramCommand::kRefresh;
        switch (a.command) {
            case DramCommand::kActivate:
                if (b.command == DramCommand::kActivate) {
                    return bank ? s.rc : (in_group ? s.rrd_l : s.rrd_s);
                }
                if (b.command == DramCommand::kPrechargeAll ||
                    (b.command == DramCommand::kPrecharge && bank)) {
                    return s.ras;
                }
                if (column(b.command) && bank) {
                    return b.command == DramCommand::kRead ? s.rcd_read : s.rcd_write;
                }
                return b.command == DramCommand::kRefresh ? s.rc : 1;
            case DramCommand::kRead:
                if (b.command == DramCommand::kRead) {
                    return in_group ? s.ccd_l : s.ccd_s;
                }
                if (b.command == DramCommand::kWrite) {
                    return s.cl + s.burst + 2 - s.cwl;
                }
                return all_b || (b.command == DramCommand::kPrecharge && bank) ? s.rtp : 1;
            case DramCommand::kWrite:
                if (b.command == DramCommand::kWrite) {
                    return in_group ? s.ccd_l : s.ccd_s;
                }
                if (b.command == DramCommand::kRead) {
                    return s.cwl + s.burst + (in_group ? s.wtr_l : s.wtr_s);
                }
                return all_b || (b.command == DramCommand::kPrecharge && bank)
                           ? s.cwl + s.burst + s.wr
                           : 1;
            case DramCommand::kPrecharge:
                return (b.command == DramCommand::kActivate && bank) ||
                               b.command == DramCommand::kRefresh
                           ? s.rp
                           : 1;
            case DramCommand::kPrechargeAll:
                return b.command == DramCommand::kActivate || b.command == DramCommand::kRefresh
                           ? s.rp_all
                           : 1;
            case DramCommand::kRefresh:
                return b.command == DramCommand::kActivate || b.command == DramCommand::kRefresh
                           ? s.rfc
                           : 1;
        }
        return 1;
    }
    // Pairs further apart than the longest distance cannot offend.
    std::size_t offences() const {
        const DramCycles longest = std::max(s.rfc, s.rc + s.cwl + s.burst + s.wr);
        std::size_t bad = 0;
        for (std::size_t j = 0; j < log.size(); ++j) {
            std::size_t activates = 0;
            for (std::size_t i = j; i-- > 0 && log[i].at + longest > log[j].at;) {
                bad += log[j].at < log[i].at + distance(log[i], log[j]) ? 1 : 0;
                if (log[i].command == DramCommand::kActivate &&
                    log[j].command == DramCommand::kActivate && log[i].at + s.faw > log[j].at) {
                    ++activates;
                }
            }
            bad += activates > 3 ? 1 : 0;
        }
        return bad + wrong_rows();
    }
    std::size_t wrong_rows() const {
        std::map<std::uint32_t, std::uint32_t> open;  // bank -> row
        std::size_t bad = 0;
        for (const DramIssued& i : log) {
            const auto at = open.find(i.bank);
            switch (i.command) {
                case DramCommand::kActivate:
                    bad += at != open.end() ? 1 : 0;
                    open[i.bank] = i.row;
                    break;
                case DramCommand::kRead:
                case DramCommand::kWrite:
                    bad += at == open.end() || at->second != i.row ? 1 : 0;
                    break;
                case DramCommand::kPrecharge:
                    bad += at == open.end() ? 1 : 0;
                    open.erase(i.bank);
                    break;
                case DramCommand::kPrechargeAll:
                    open.clear();
                    break;
                case DramCommand::kRefresh:
                    bad += open.empty() ? 0 : 1;
                    break;
            }
        }
        return bad;
    }
};

// Reads or writes that walk through rows with the bank group changing fastest, the queue always as
// full as it gets. Gives the cycles from the first arrival to the last data.
DramCycles stream(const DramStandard& s, std::uint32_t accesses, bool write, bool refresh) {
    DramScheduler scheduler(s, 64, refresh);
    DramCycles last = 0;
    DramCycles now = 0;
    for (std::uint32_t i = 0; i < accesses; ++i) {
        while (scheduler.full()) {
            now = scheduler.next() + 1;
            scheduler.step();
        }
        const std::uint32_t group = i % s.bank_groups;
        const std::uint32_t row_of_all = i / s.bank_groups / s.columns();
        const std::uint32_t bank = row_of_all % s.banks_per_group;
        scheduler.push(
            {now, group * s.banks_per_group + bank, row_of_all / s.banks_per_group, write, i});
    }
    while (!scheduler.empty()) {
        scheduler.step();
    }
    for (const arch::DramDone& d : scheduler.done()) {
        last = std::max(last, d.at);
    }
    return last;
}

}  // namespace

TEST_CASE("how long do a closed bank, an open row and another row take?") {
    Run run(ddr4());
    run.push(10, 0, 5);
    run.push(100, 0, 5);
    run.push(200, 0, 6);
    const auto ends = run.ends();
    CHECK(ends.at(0) == 46);   // 10 + RCD 16 + CL 16 + 4 data
    CHECK(ends.at(1) == 120);  // 100 + CL 16 + 4
    CHECK(ends.at(2) == 252);  // 200 + RP 16 + RCD 16 + CL 16 + 4
    CHECK(run.scheduler.counts().row_misses == 1);
    CHECK(run.scheduler.counts().row_hits == 1);
    CHECK(run.scheduler.counts().row_conflicts == 1);
    CHECK(run.scheduler.counts().activates == 2);
    CHECK(run.scheduler.counts().precharges == 1);
    CHECK(run.scheduler.counts().reads == 3);
    CHECK(run.scheduler.counts().data_cycles == 12);
    CHECK(run.scheduler.counts().latency_cycles == 36 + 20 + 52);
}

TEST_CASE("does a younger request to the open row go before an older one to another row?") {
    Run run(ddr4());
    run.push(0, 0, 1);
    run.push(1, 0, 2);
    run.push(2, 0, 1);
    const auto ends = run.ends();
    CHECK(ends.at(0) == 36);
    CHECK(ends.at(2) == 42);  // tCCD_L behind it
    // The row closes at max(tRAS 39, READ 22 + tRTP 12) = 39; ACTIVATE 55, READ 71, data until 91.
    CHECK(ends.at(1) == 91);
}

TEST_CASE("does bank preparation hide behind another bank's data?") {
    Run run(ddr4());
    for (int i = 0; i < 8; ++i) {
        run.push(0, 0, 1);
    }
    run.push(0, 4, 1);
    const auto ends = run.ends();
    // The older eight go first where they are ready; between two READs of one group (tCCD_L 6)
    // another group's fits in only from 4 on: bank 4 opened at 4 (tRRD_S) is ready at 20; READs at
    // 16, 20 (bank 4), 24 (both rules: 22 and 20 + 4), then every 6.
    CHECK(ends.at(8) == 40);
    CHECK(ends.at(1) == 44);
    CHECK(ends.at(7) == 24 + 6 * 6 + 20);
}

TEST_CASE("is a request to another row passed by no more than the cap?") {
    Run run(ddr4());
    run.push(0, 0, 1);
    run.push(0, 0, 2);
    for (int i = 0; i < 40; ++i) {
        run.push(0, 0, 1);
    }
    const auto ends = run.ends();
    std::size_t before = 0;
    for (const auto& [tag, end] : ends) {
        before += end < ends.at(1) ? 1 : 0;
    }
    CHECK(before == 1 + DramScheduler::kCap);
}

TEST_CASE("do writes wait until no read is left?") {
    Run run(ddr4());
    for (int i = 0; i < 60; ++i) {
        run.push(0, 0, 1, false);
    }
    run.push(0, 0, 1, true);
    // The last READ at 16 + 59 * 6 = 370; WRITE 6 later; CWL 16 and 4 data.
    CHECK(run.ends().at(60) == 370 + 6 + 20);
}

TEST_CASE("do writes wait for reads no longer than a refresh interval?") {
    Run run(ddr4());
    run.push(0, 0, 1, true);
    run.scheduler.step();  // ACTIVATE
    run.scheduler.step();  // the first WRITE: writes have the bus, reads wait
    constexpr std::uint32_t kReads = 3000;
    run.push(0, 0, 1, false);
    run.scheduler.step();  // and now reads have it
    const std::uint32_t write = run.tags;
    run.push(0, 0, 1, true);
    for (std::uint32_t i = 0; i < kReads; ++i) {
        while (run.scheduler.full()) {
            run.scheduler.step();
        }
        run.push(0, 0, 1, false);
    }
    const auto ends = run.ends();
    std::size_t before = 0;
    for (const auto& [tag, end] : ends) {
        before += tag > write && end < ends.at(write) ? 1 : 0;
    }
    CHECK(before == 9360 / 4);  // tREFI, 4 cycles of data a column
}

TEST_CASE("does the refresh come when due, and wait for the row in use?") {
    Run run(ddr4(), true);
    run.push(9350, 0, 1);  // due at 9,360
    run.push(9350, 0, 1);
    const auto ends = run.ends();
    // ACTIVATE 9,350; before its READ at 9,366 the refresh is due: the banks close at tRAS.
    CHECK(run.times(DramCommand::kPrechargeAll) == std::vector<DramCycles>{9389});
    CHECK(run.times(DramCommand::kRefresh) == std::vector<DramCycles>{9405});
    CHECK(run.times(DramCommand::kActivate) == std::vector<DramCycles>{9350, 9717});
    CHECK(ends.at(0) == 9717 + 36);
    // An idle channel goes on refreshing: due at 18,720, 28,080, 37,440.
    run.scheduler.advance(37'441);
    CHECK(run.scheduler.counts().refreshes == 4);
    run.push(37'450, 0, 1);
    CHECK(run.ends().at(2) == 37'440 + 312 + 36);
}

TEST_CASE("does a stream reach the peak of each standard but for refresh?") {
    for (std::size_t i = 0; i < config::kDdrStandardNames.size(); ++i) {
        const DramStandard& s = arch::dram_standard(static_cast<DdrStandard>(i));
        CAPTURE(config::kDdrStandardNames[i]);
        const std::uint32_t accesses = 100'000;
        const DramCycles ideal = DramCycles{accesses} * s.burst;
        for (const bool write : {false, true}) {
            const DramCycles without = stream(s, accesses, write, false);
            CHECK(without >= ideal);
            CHECK(static_cast<double>(without) < 1.005 * static_cast<double>(ideal));
            // A refresh takes the banks for tRFC, the closing before and the opening after.
            const DramCycles with = stream(s, accesses, write, true);
            const DramCycles refreshes = with / s.refi;
            CHECK(with >= without + refreshes * s.rfc);
            CHECK(with <= without + refreshes * (s.rfc + s.rp_all + s.rcd_read + s.cl + s.cwl +
                                                 s.burst + s.wr + s.faw));
        }
    }
}

TEST_CASE("is every command of random traffic legal, to a checker that knows only pairs?") {
    std::mt19937 generator(20240607);
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    for (std::size_t i = 0; i < config::kDdrStandardNames.size(); ++i) {
        const DramStandard& s = arch::dram_standard(static_cast<DdrStandard>(i));
        for (int round = 0; round < 6; ++round) {
            CAPTURE(config::kDdrStandardNames[i], round);
            // From one hot bank to all, from full queues to idle stretches longer than refreshes.
            const std::uint32_t banks = round % 3 == 0 ? 1 : s.banks();
            const std::uint32_t rows = round % 2 == 0 ? 2 : 50;
            const std::uint32_t gap = round < 3 ? 3 : 100;
            const std::size_t queue = round == 5 ? 1 : 32;
            Run run(s, true, queue);
            DramCycles now = 0;
            for (int n = 0; n < 3000; ++n) {
                now += random() % (gap + 1);
                if (random() % 500 == 0) {
                    now += 3 * s.refi;
                }
                while (run.scheduler.full()) {
                    now = std::max(now, run.scheduler.next() + 1);
                    run.scheduler.step();
                }
                run.push(now, random() % banks, random() % rows, random() % 3 == 0);
            }
            const auto ends = run.ends();
            CHECK(ends.size() == 3000);
            CHECK(Referee{s, run.log}.offences() == 0);
            const arch::DramCounts& c = run.scheduler.counts();
            CHECK(c.reads + c.writes == 3000);
            CHECK(c.row_hits + c.row_misses + c.row_conflicts == 3000);
            CHECK(c.activates == run.times(DramCommand::kActivate).size());
        }
    }
}

TEST_CASE("does the referee of commands see a command that is one cycle early?") {
    const std::vector<DramIssued> early = {{DramCommand::kActivate, 0, 1, 0},
                                           {DramCommand::kRead, 0, 1, 15}};
    CHECK(Referee{ddr4(), early}.offences() == 1);
    const std::vector<DramIssued> five = {{DramCommand::kActivate, 0, 1, 0},
                                          {DramCommand::kActivate, 4, 1, 6},
                                          {DramCommand::kActivate, 8, 1, 12},
                                          {DramCommand::kActivate, 12, 1, 18},
                                          {DramCommand::kActivate, 1, 1, 25}};
    CHECK(Referee{ddr4(), five}.offences() == 1);
}
