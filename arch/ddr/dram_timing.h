#pragma once

#include "arch/ddr/dram_standard.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace systole::arch {

enum class DramCommand : std::uint8_t {
    kActivate,
    kPrecharge,
    kPrechargeAll,
    kRead,
    kWrite,
    kRefresh  // of all banks
};

// The timing rules of one DRAM channel: when at the earliest may a command follow those issued so
// far? It knows distances between commands only; which row is open is for the controller to know.
// A bank is numbered group * banks_per_group + bank within its group. Commands are issued in rising
// time, one a cycle; commands that take several cycles to transmit (LPDDR) and HBM's second command
// bus are not modelled.
class DramTiming {
 public:
    explicit DramTiming(const DramStandard& standard);

    // `bank` means nothing to kPrechargeAll and kRefresh.
    DramCycles earliest(DramCommand command, std::uint32_t bank) const {
        return std::max(bus_, earliest_by_rules(command, bank));
    }
    // Takes note of a command that may issue at `at`; anything else trips an invariant.
    void issue(DramCommand command, std::uint32_t bank, DramCycles at);

 private:
    // The earliest next command of each kind, as far as this place has a say in it.
    struct Bank {
        DramCycles activate = 0, precharge = 0, read = 0, write = 0;
    };
    struct Group {
        DramCycles activate = 0, read = 0, write = 0;
    };
    static constexpr std::size_t kMaxBanks = 32;
    static constexpr std::size_t kMaxGroups = 8;
    static constexpr std::size_t kActivateWindow = 4;  // ACTIVATEs in tFAW

    DramCycles earliest_by_rules(DramCommand command, std::uint32_t bank) const {
        const Bank& b = banks_[bank];
        const Group& g = groups_[bank / standard_.banks_per_group];
        switch (command) {
            case DramCommand::kActivate:
                return std::max({b.activate, g.activate, rank_.activate, window_[window_oldest_]});
            case DramCommand::kPrecharge:
                return b.precharge;
            case DramCommand::kPrechargeAll:
                return precharge_all_;
            case DramCommand::kRead:
                return std::max({b.read, g.read, rank_.read});
            case DramCommand::kWrite:
                return std::max({b.write, g.write, rank_.write});
            case DramCommand::kRefresh:
                return refresh_;
        }
        return 0;
    }
    void issue_activate(Bank& bank, Group& group, DramCycles at);
    void issue_column(bool write, Bank& bank, Group& group, DramCycles at);

    const DramStandard& standard_;
    DramCycles bus_ = 0;  // the command bus is free
    std::array<Bank, kMaxBanks> banks_{};
    std::array<Group, kMaxGroups> groups_{};
    Group rank_;
    DramCycles precharge_all_ = 0;
    DramCycles refresh_ = 0;
    // For each of the last four ACTIVATEs, when the window it opened ends.
    std::array<DramCycles, kActivateWindow> window_{};
    std::size_t window_oldest_ = 0;
};

}  // namespace systole::arch
