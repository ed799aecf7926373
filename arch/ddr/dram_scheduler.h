#pragma once

#include "arch/ddr/dram_queue.h"
#include "arch/ddr/dram_standard.h"
#include "arch/ddr/dram_timing.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace systole::arch {

struct DramCounts {
    std::uint64_t activates = 0;
    std::uint64_t precharges = 0;  // banks closed
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t row_hits = 0;       // the row was open
    std::uint64_t row_misses = 0;     // the bank was closed
    std::uint64_t row_conflicts = 0;  // another row was open
    std::uint64_t refreshes = 0;
    std::uint64_t data_cycles = 0;     // data bus in use
    std::uint64_t latency_cycles = 0;  // from arrival to last data, summed over requests

    DramCounts& operator+=(const DramCounts& other);
};

// One command as it was issued.
struct DramIssued {
    DramCommand command;
    std::uint32_t bank;
    std::uint32_t row;
    DramCycles at;
};

// A request's last data has passed.
struct DramDone {
    std::uint32_t tag;
    DramCycles at;
};

inline constexpr DramCycles kNeverDram = ~DramCycles{0};

// The controller of one DRAM channel: first-ready, first-come-first-served over an open page. Each
// cycle issues at most one command, of those that may issue: columns of open rows before
// PRECHARGE and ACTIVATE, older requests before younger ones. It jumps from one command to the
// next; cycles in which nothing can issue cost nothing.
//
//   direction   READs and WRITEs take turns: a direction goes on until it has no request left, or
//               until the other one has waited for as many columns as fill a refresh interval: the
//               bus then turns around no more often than the standard stops it to refresh
//   starvation  after kCap columns past an older request to another row the row is closed
//   refresh     once due, no other command issues until all banks are closed and refreshed
//
// (Rixner et al., ISCA 2000, first-ready scheduling; kCap is ours.)
class DramScheduler {
 public:
    static constexpr std::uint32_t kCap = 16;
    static constexpr std::size_t kMaxBanks = 32;

    DramScheduler(const DramStandard& standard, std::size_t queue, bool refresh);

    bool full() const { return queue_.full(); }
    bool empty() const { return queue_.empty(); }
    // Issues what issues before the request's arrival, then takes it on. Arrivals do not fall.
    void push(const DramRequest& request);
    // When the next command for a request issues if nothing more arrives; kNeverDram when none
    // waits.
    DramCycles next() { return queue_.empty() ? kNeverDram : candidate().at; }
    // Issues that command.
    void step() { issue(candidate()); }
    // Issues every command that issues before `until`, refreshes of an idle channel included.
    void advance(DramCycles until);

    // Requests done, in order of time.
    std::deque<DramDone>& done() { return done_; }
    const DramCounts& counts() const { return counts_; }
    // Every command from now on is also appended there.
    void log_to(std::vector<DramIssued>* log) { log_ = log; }

 private:
    struct Candidate {
        DramCommand command = DramCommand::kRefresh;
        std::uint32_t bank = 0;
        DramCycles at = kNeverDram;
        bool column = false;
        bool write = false;
        std::uint64_t age = 0;
    };
    // What a bank does next for the requests of one direction, but for the time: that depends on
    // every command, this on the bank's own requests and row alone.
    struct Intent {
        DramCycles arrival = 0;  // of the request it is for
        std::uint64_t age = 0;
        DramCommand command = DramCommand::kActivate;
    };
    // How the request that opened a row found its bank.
    enum class Opened : std::uint8_t { kHit, kMiss, kConflict };
    struct Bank {
        bool open = false;
        bool closed_for_other = false;  // the last PRECHARGE was for another row
        Opened opened = Opened::kHit;   // what the next column counts as
        std::uint32_t passed = 0;       // columns past an older request since the row opened
    };

    const Candidate& candidate() {
        if (!candidate_known_) {
            candidate_ = find_candidate();
            candidate_known_ = true;
        }
        return candidate_;
    }
    Candidate find_candidate();
    Intent intent_of(bool write, std::uint32_t bank) const;
    void intents_changed(std::uint32_t bank) { stale_ |= 1u << bank; }
    void renew_intents();
    Candidate refresh_candidate() const;
    bool direction() const;
    void issue(Candidate c);
    void issue_column(const Candidate& c);
    void skip_idle_refreshes(DramCycles until);
    void close(std::uint32_t bank, bool for_other);

    const DramStandard& standard_;
    DramTiming timing_;
    DramQueue queue_;
    std::array<Bank, kMaxBanks> banks_{};
    std::array<std::array<Intent, kMaxBanks>, 2> intents_{};  // by direction; of banks in use
    std::uint32_t stale_ = 0;                                 // banks whose intents are not renewed
    std::uint32_t open_banks_ = 0;
    bool write_ = false;                // the current direction
    const std::uint32_t longest_turn_;  // columns
    std::uint32_t turn_ = 0;            // columns of it while the other waited
    DramCycles refresh_due_;
    Candidate candidate_;
    bool candidate_known_ = false;
    std::deque<DramDone> done_;
    DramCounts counts_;
    std::vector<DramIssued>* log_ = nullptr;
};

}  // namespace systole::arch
