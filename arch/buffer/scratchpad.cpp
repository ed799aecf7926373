#include "arch/buffer/scratchpad.h"

#include "arch/buffer/port_timing.h"
#include "sim/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace systole::arch {
Scratchpad::Scratchpad(sc_core::sc_module_name name,
                       Tier tier,
                       const config::ArchConfig& config,
                       const Clock& clock,
                       ProcessGuard& guard)
    : sc_module(name), tier_(tier), config_(config.tiers[tier]), clock_(clock) {
    if (config.contention) {
        ports_ = std::make_unique<PortArbiter>("ports", parallel_accesses(config_), clock, guard);
    }
}

void Scratchpad::refuse(const char* rule, NodeId node, const std::string& message) const {
    throw_refused(rule,
                  {"", 0, index(node)},
                  fmt::format("cycle {}: {}: {}", clock_.now(), systole::name(tier_), message));
}

std::size_t Scratchpad::first_ending_after(std::uint32_t address) const {
    const auto it =
        std::upper_bound(held_.begin(), held_.end(), address, [](std::uint32_t a, const Held& h) {
            return a < h.hi;
        });
    return static_cast<std::size_t>(it - held_.begin());
}

void Scratchpad::open(NodeId node, const Window& window) {
    if (window.unused) {
        return;
    }
    if (window.hi > config_.capacity) {
        refuse("arch.capacity",
               node,
               fmt::format("buffer {} opens [{}, {}) of {} units",
                           window.buffer,
                           window.lo,
                           window.hi,
                           config_.capacity));
    }
    const std::size_t at = first_ending_after(window.lo);
    if (at < held_.size() && held_[at].lo < window.hi) {
        refuse("arch.overlap",
               node,
               fmt::format("buffer {} opens [{}, {}), where buffer {} holds [{}, {})",
                           window.buffer,
                           window.lo,
                           window.hi,
                           held_[at].buffer,
                           held_[at].lo,
                           held_[at].hi));
    }
    held_.insert(held_.begin() + static_cast<std::ptrdiff_t>(at),
                 {window.lo, window.hi, window.buffer, 0});
    used_ += window.hi - window.lo;
}

Scratchpad::Held& Scratchpad::held(NodeId node, const Window& window) {
    const std::size_t at = first_ending_after(window.lo);
    if (at == held_.size() || held_[at].lo != window.lo || held_[at].buffer != window.buffer) {
        refuse("arch.not-resident",
               node,
               fmt::format("buffer {} is not at [{}, {})", window.buffer, window.lo, window.hi));
    }
    return held_[at];
}

void Scratchpad::close(NodeId node, const Window& window) {
    if (window.unused) {
        return;
    }
    Held& h = held(node, window);
    if (h.accesses > 0) {
        refuse("arch.in-use",
               node,
               fmt::format("buffer {} at [{}, {}) is given up while {} operations work on it",
                           window.buffer,
                           window.lo,
                           window.hi,
                           h.accesses));
    }
    held_.erase(held_.begin() + (&h - held_.data()));
    used_ -= window.hi - window.lo;
}

void Scratchpad::begin_access(NodeId node, const Window& window) {
    if (!window.unused) {
        ++held(node, window).accesses;
    }
    accesses_ += 1;
    traffic_ += window.hi - window.lo;
}

void Scratchpad::end_access(NodeId node, const Window& window) {
    if (!window.unused) {
        --held(node, window).accesses;
    }
}

void Scratchpad::request_ports(Pipe pipe, Span<Stream> streams, PortClient& client) {
    for (const Stream& s : streams) {
        ports_->add(pipe, port_cycles(s.bytes, config_));
    }
    ports_->begin(pipe, client);
}

void Scratchpad::trace(sc_core::sc_trace_file* file) const {
    sc_core::sc_trace(file, used_, std::string(this->name()) + ".used_units");
}

void Scratchpad::sample(std::vector<stats::Sample>& into) const {
    stats::sample(name(), accesses_, into);
    stats::sample(name(), traffic_, into);
    if (ports_) {
        ports_->sample(into);
    }
}

}  // namespace systole::arch
