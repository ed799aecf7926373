#include "arch/ddr/dram_scheduler.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

DramCounts& DramCounts::operator+=(const DramCounts& other) {
    activates += other.activates;
    precharges += other.precharges;
    reads += other.reads;
    writes += other.writes;
    row_hits += other.row_hits;
    row_misses += other.row_misses;
    row_conflicts += other.row_conflicts;
    refreshes += other.refreshes;
    data_cycles += other.data_cycles;
    latency_cycles += other.latency_cycles;
    return *this;
}

DramScheduler::DramScheduler(const DramStandard& standard, std::size_t queue, bool refresh)
    : standard_(standard),
      timing_(standard),
      queue_(queue),
      longest_turn_(standard.refi / standard.burst),
      refresh_due_(refresh ? standard.refi : kNeverDram) {}

void DramScheduler::push(const DramRequest& request) {
    advance(request.arrival);
    queue_.push(request);
    intents_changed(request.bank);
    candidate_known_ = false;
}

void DramScheduler::advance(DramCycles until) {
    for (;;) {
        if (queue_.empty()) {
            skip_idle_refreshes(until);
        }
        if (candidate().at >= until) {
            return;
        }
        issue(candidate());
    }
}

// An idle channel with all banks closed refreshes in the very cycle each refresh is due; only the
// last one before `until` can still matter.
void DramScheduler::skip_idle_refreshes(DramCycles until) {
    if (open_banks_ == 0 && refresh_due_ < until) {
        const DramCycles skipped = (until - 1 - refresh_due_) / standard_.refi;
        counts_.refreshes += skipped;
        refresh_due_ += skipped * standard_.refi;
        candidate_known_ = false;
    }
}

bool DramScheduler::direction() const {
    const bool other = !write_;
    if (queue_.banks(other) == 0) {
        return write_;
    }
    return queue_.banks(write_) == 0 || turn_ >= longest_turn_ ? other : write_;
}

DramScheduler::Candidate DramScheduler::refresh_candidate() const {
    const DramCommand command =
        open_banks_ > 0 ? DramCommand::kPrechargeAll : DramCommand::kRefresh;
    return {command, 0, std::max(refresh_due_, timing_.earliest(command, 0)), false, false, 0};
}

DramScheduler::Intent DramScheduler::intent_of(bool write, std::uint32_t bank) const {
    const Bank& b = banks_[bank];
    const DramQueue::Entry& oldest = queue_.oldest(write, bank);
    if (!b.open) {
        return {oldest.request.arrival, oldest.age, DramCommand::kActivate};
    }
    const DramQueue::Entry* hit = queue_.hit(write, bank);
    if (hit != nullptr && (b.passed < kCap || hit == &oldest)) {
        return {hit->request.arrival, hit->age, write ? DramCommand::kWrite : DramCommand::kRead};
    }
    return {oldest.request.arrival, oldest.age, DramCommand::kPrecharge};
}

void DramScheduler::renew_intents() {
    for (; stale_ != 0; stale_ &= stale_ - 1) {
        const auto bank = static_cast<std::uint32_t>(__builtin_ctz(stale_));
        for (const bool write : {false, true}) {
            if ((queue_.banks(write) >> bank & 1u) != 0) {
                intents_[write ? 1 : 0][bank] = intent_of(write, bank);
            }
        }
    }
}

DramScheduler::Candidate DramScheduler::find_candidate() {
    renew_intents();
    Candidate best;
    const bool write = direction();
    const auto& intents = intents_[write ? 1 : 0];
    for (std::uint32_t banks = queue_.banks(write); banks != 0; banks &= banks - 1) {
        const auto bank = static_cast<std::uint32_t>(__builtin_ctz(banks));
        const Intent& i = intents[bank];
        const DramCycles at = std::max(i.arrival, timing_.earliest(i.command, bank));
        const bool column = i.command == DramCommand::kRead || i.command == DramCommand::kWrite;
        if (at < best.at ||
            (at == best.at && (column != best.column ? column : i.age < best.age))) {
            best = {i.command, bank, at, column, write, i.age};
        }
    }
    return best.at >= refresh_due_ && refresh_due_ != kNeverDram ? refresh_candidate() : best;
}

void DramScheduler::close(std::uint32_t bank, bool for_other) {
    banks_[bank].open = false;
    banks_[bank].closed_for_other = for_other;
    --open_banks_;
    ++counts_.precharges;
    queue_.close(bank);
}

void DramScheduler::issue(Candidate c) {
    timing_.issue(c.command, c.bank, c.at);
    candidate_known_ = false;
    intents_changed(c.bank);
    Bank& bank = banks_[c.bank];
    std::uint32_t row = 0;
    switch (c.command) {
        case DramCommand::kActivate:
            row = queue_.oldest(c.write, c.bank).request.row;
            queue_.open(c.bank, row);
            bank.opened = bank.closed_for_other ? Opened::kConflict : Opened::kMiss;
            bank.open = true;
            bank.passed = 0;
            ++open_banks_;
            ++counts_.activates;
            break;
        case DramCommand::kPrecharge:
            close(c.bank, true);
            break;
        case DramCommand::kPrechargeAll:
            for (std::uint32_t b = 0; b < standard_.banks(); ++b) {
                if (banks_[b].open) {
                    close(b, false);
                    intents_changed(b);
                }
            }
            break;
        case DramCommand::kRead:
        case DramCommand::kWrite:
            row = queue_.hit(c.write, c.bank)->request.row;
            issue_column(c);
            break;
        case DramCommand::kRefresh:
            refresh_due_ += standard_.refi;
            ++counts_.refreshes;
            // A bank that PRECHARGE closed for another row has been idle since.
            for (Bank& b : banks_) {
                b.closed_for_other = false;
            }
            break;
    }
    if (log_ != nullptr) {
        log_->push_back({c.command, c.bank, row, c.at});
    }
}

void DramScheduler::issue_column(const Candidate& c) {
    Bank& bank = banks_[c.bank];
    const DramQueue::Entry& entry = *queue_.hit(c.write, c.bank);
    if (&entry != &queue_.oldest(c.write, c.bank)) {
        ++bank.passed;
    }
    const DramCycles end = c.at + (c.write ? standard_.cwl : standard_.cl) + standard_.burst;
    done_.push_back({entry.request.tag, end});
    counts_.latency_cycles += end - entry.request.arrival;
    counts_.data_cycles += standard_.burst;
    ++(c.write ? counts_.writes : counts_.reads);
    switch (bank.opened) {
        case Opened::kHit:
            ++counts_.row_hits;
            break;
        case Opened::kMiss:
            ++counts_.row_misses;
            break;
        case Opened::kConflict:
            ++counts_.row_conflicts;
            break;
    }
    bank.opened = Opened::kHit;
    queue_.pop_hit(c.write, c.bank);
    turn_ = c.write != write_ || queue_.banks(!c.write) == 0 ? 0 : turn_ + 1;
    write_ = c.write;
}

}  // namespace systole::arch
