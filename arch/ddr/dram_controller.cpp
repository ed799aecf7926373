#include "arch/ddr/dram_controller.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace systole::arch {
namespace {

constexpr std::uint64_t kNeverPs = std::numeric_limits<std::uint64_t>::max();

}  // namespace

DramController::DramController(sc_core::sc_module_name name,
                               const config::DdrConfig& config,
                               const Clock& clock,
                               ProcessGuard& guard)
    : sc_module(name),
      in_socket("in_socket"),
      config_(config),
      standard_(dram_standard(config.standard)),
      mapping_(config, standard_),
      clock_(clock),
      guard_(guard),
      channels_(config.channels,
                DramScheduler(standard_, static_cast<std::size_t>(config.queue), config.refresh)),
      accepts_from_(config.channels, 0) {
    in_socket.register_nb_transport_fw(this, &DramController::nb_transport_fw);
    SC_METHOD(work);
    sensitive << ev_work_;
    dont_initialize();
}

void DramController::check_address(const tlm::tlm_generic_payload& payload) const {
    const Bytes end = payload.get_address() + payload.get_data_length();
    if (end > mapping_.bytes()) {
        throw_refused("arch.dram-capacity",
                      {},
                      fmt::format("the program uses DDR up to byte {}, the DRAM has {}; configure "
                                  "more ddr.channels",
                                  end,
                                  mapping_.bytes()));
    }
    SYSTOLE_INVARIANT(
        payload.get_address() / standard_.access_bytes == (end - 1) / standard_.access_bytes,
        "a request crosses from one DRAM access into the next");
}

std::uint32_t DramController::tag_of(tlm::tlm_generic_payload& payload) {
    if (free_tags_.empty()) {
        payloads_.push_back(&payload);
        return static_cast<std::uint32_t>(payloads_.size() - 1);
    }
    const std::uint32_t tag = free_tags_.back();
    free_tags_.pop_back();
    payloads_[tag] = &payload;
    return tag;
}

void DramController::take(tlm::tlm_generic_payload& payload,
                          const DramPlace& place,
                          DramCycles arrival) {
    DramCycles& from = accepts_from_[place.channel];
    arrival = std::max(arrival, from);
    from = arrival + 1;
    (payload.is_read() ? read_ : written_) += payload.get_data_length();
    channels_[place.channel].push(
        {arrival, place.bank, place.row, payload.is_write(), tag_of(payload)});
}

tlm::tlm_sync_enum DramController::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                   tlm::tlm_phase& phase,
                                                   sc_core::sc_time&) {
    if (phase != tlm::BEGIN_REQ) {
        return tlm::TLM_COMPLETED;  // END_RESP: nothing is held back for it
    }
    SYSTOLE_INVARIANT(!blocked_, "a request before the end of the one before");
    check_address(payload);
    const DramPlace place = mapping_.place(payload.get_address());
    DramScheduler& channel = channels_[place.channel];
    const DramCycles arrival = cycle_at(now());
    channel.advance(arrival);
    if (!working_) {
        ev_work_.notify(sc_core::SC_ZERO_TIME);
    }
    if (channel.full()) {
        blocked_ = Blocked{&payload, place};
        return tlm::TLM_ACCEPTED;
    }
    take(payload, place, arrival);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
}

void DramController::work() {
    guard_.guard([&] {
        working_ = true;
        respond_due();
        decide_commands();
        working_ = false;
    });
}

void DramController::respond_due() {
    for (DramScheduler& channel : channels_) {
        std::deque<DramDone>& done = channel.done();
        while (!done.empty() && edge_after(done.front().at) <= now()) {
            const std::uint32_t tag = done.front().tag;
            done.pop_front();
            tlm::tlm_generic_payload& payload = *payloads_[tag];
            free_tags_.push_back(tag);
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            tlm::tlm_phase phase = tlm::BEGIN_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            in_socket->nb_transport_bw(payload, phase, delay);
        }
    }
}

// Lets the waiting request in, from `arrival` on.
void DramController::unblock(DramCycles arrival) {
    const Blocked blocked = *blocked_;
    blocked_.reset();
    take(*blocked.payload, blocked.place, arrival);
    const Picoseconds at = std::max(now(), arrival * standard_.clock_ps);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::sc_time::from_value(at - now());
    in_socket->nb_transport_bw(*blocked.payload, phase, delay);
}

DramController::Outlook DramController::outlook() {
    Outlook o;
    DramCycles done = kNeverDram;
    for (DramScheduler& channel : channels_) {
        if (channel.next() < o.next) {
            o.next = channel.next();
            o.first = &channel;
        }
        if (!channel.done().empty()) {
            done = std::min(done, channel.done().front().at);
        }
    }
    o.command = o.first == nullptr ? kNeverPs : o.next * standard_.clock_ps;
    o.response = done == kNeverDram ? kNeverPs : edge_after(done);
    return o;
}

// Issues commands, of all channels in order of time, as long as nothing can arrive before them;
// then sleeps until the next command or response.
void DramController::decide_commands() {
    // The kernel's next event, which may bring a request: now, while others run in this time step.
    const auto next_event = [] { return now() + sc_core::sc_time_to_pending_activity().value(); };
    Picoseconds event = next_event();
    Outlook o = outlook();
    while (o.command < std::min(event, o.response)) {
        o.first->step();
        if (blocked_ && !channels_[blocked_->place.channel].full()) {
            unblock(o.next + 1);
            event = next_event();
        }
        o = outlook();
    }
    const Picoseconds wake = std::min(o.command, o.response);
    if (wake != kNeverPs) {
        ev_work_.notify(sc_core::sc_time::from_value(std::max(wake, now()) - now()));
    }
}

DramCounts DramController::counts() const {
    DramCounts sum;
    for (DramScheduler channel : channels_) {  // a copy: an idle channel still refreshes until now
        channel.advance(cycle_at(now()));
        sum += channel.counts();
    }
    return sum;
}

DdrActions DramController::actions() const {
    return {counts().activates};
}

void DramController::sample(std::vector<stats::Sample>& into) const {
    const DramCounts sum = counts();
    const std::uint64_t accesses = sum.reads + sum.writes;
    const DramCycles cycles = cycle_at(now()) * channels_.size();
    const auto add =
        [&](const char* name, const char* unit, const char* help, std::uint64_t value) {
            stats::sample(this->name(), stats::Counter{name, unit, help, value}, into);
        };
    add("bursts", "bursts", "bursts served", accesses);
    stats::sample(name(), read_, into);
    stats::sample(name(), written_, into);
    add("activates", "commands", "rows opened", sum.activates);
    add("precharges", "banks", "banks closed", sum.precharges);
    add("read_bursts", "commands", "READ commands", sum.reads);
    add("write_bursts", "commands", "WRITE commands", sum.writes);
    add("refreshes", "commands", "refreshes of all banks of a channel", sum.refreshes);
    add("row_hits", "bursts", "bursts that found their row open", sum.row_hits);
    add("row_misses", "bursts", "bursts that found their bank closed", sum.row_misses);
    add("row_conflicts", "bursts", "bursts that found another row open", sum.row_conflicts);
    add("data_cycles", "DRAM cycles", "data bus in use, all channels", sum.data_cycles);
    add("cycles", "DRAM cycles", "run time, all channels", cycles);
    stats::sample(
        name(),
        stats::Ratio{
            "bus_utilization", "1/1000", "data_cycles of cycles", sum.data_cycles, cycles, 1000},
        into);
    stats::sample(name(),
                  stats::Ratio{"average_latency",
                               "ps",
                               "from a request's arrival to its last data, rounded down",
                               sum.latency_cycles,
                               accesses,
                               standard_.clock_ps},
                  into);
}

std::unique_ptr<DdrModel> make_dram_controller(const config::DdrConfig& config,
                                               const Clock& clock,
                                               ProcessGuard& guard) {
    return std::make_unique<DramController>("ddr", config, clock, guard);
}

}  // namespace systole::arch
