#include "arch/ddr/dram_timing.h"

#include "sim/core/error.h"

namespace systole::arch {
namespace {

void at_least(DramCycles& bound, DramCycles cycle) {
    bound = std::max(bound, cycle);
}

}  // namespace

DramTiming::DramTiming(const DramStandard& standard) : standard_(standard) {
    SYSTOLE_INVARIANT(standard.banks() <= kMaxBanks && standard.bank_groups <= kMaxGroups,
                      "a DRAM standard has more banks than the checker holds");
}

// tRC and tRAS within the bank, tRCD to its columns, tRRD and tFAW to other banks.
void DramTiming::issue_activate(Bank& bank, Group& group, DramCycles at) {
    at_least(bank.activate, at + standard_.rc);
    at_least(bank.precharge, at + standard_.ras);
    at_least(bank.read, at + standard_.rcd_read);
    at_least(bank.write, at + standard_.rcd_write);
    at_least(group.activate, at + standard_.rrd_l);
    at_least(rank_.activate, at + standard_.rrd_s);
    at_least(precharge_all_, at + standard_.ras);
    at_least(refresh_, at + standard_.rc);
    window_[window_oldest_] = at + standard_.faw;
    window_oldest_ = (window_oldest_ + 1) % kActivateWindow;
}

// tCCD between equal commands; tWTR from a WRITE's last data to a READ; a WRITE's data follows a
// READ's after the turnaround; tRTP or tWR until the row may be closed.
void DramTiming::issue_column(bool write, Bank& bank, Group& group, DramCycles at) {
    const DramStandard& s = standard_;
    if (write) {
        const DramCycles last_data = at + s.cwl + s.burst;
        at_least(group.write, at + s.ccd_l);
        at_least(rank_.write, at + s.ccd_s);
        at_least(group.read, last_data + s.wtr_l);
        at_least(rank_.read, last_data + s.wtr_s);
        at_least(bank.precharge, last_data + s.wr);
        at_least(precharge_all_, last_data + s.wr);
    } else {
        at_least(group.read, at + s.ccd_l);
        at_least(rank_.read, at + s.ccd_s);
        at_least(rank_.write, at + s.cl + s.burst + s.turnaround - s.cwl);
        at_least(bank.precharge, at + s.rtp);
        at_least(precharge_all_, at + s.rtp);
    }
}

void DramTiming::issue(DramCommand command, std::uint32_t bank, DramCycles at) {
    SYSTOLE_INVARIANT(at >= earliest(command, bank), "a DRAM command breaks a timing rule");
    bus_ = at + 1;
    Bank& b = banks_[bank];
    Group& g = groups_[bank / standard_.banks_per_group];
    switch (command) {
        case DramCommand::kActivate:
            issue_activate(b, g, at);
            break;
        case DramCommand::kPrecharge:
            at_least(b.activate, at + standard_.rp);
            at_least(refresh_, at + standard_.rp);
            break;
        case DramCommand::kPrechargeAll:
            at_least(rank_.activate, at + standard_.rp_all);
            at_least(refresh_, at + standard_.rp_all);
            break;
        case DramCommand::kRead:
        case DramCommand::kWrite:
            issue_column(command == DramCommand::kWrite, b, g, at);
            break;
        case DramCommand::kRefresh:
            at_least(rank_.activate, at + standard_.rfc);
            at_least(refresh_, at + standard_.rfc);
            break;
    }
}

}  // namespace systole::arch
