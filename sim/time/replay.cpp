#include "sim/time/replay.h"

#include "arch/buffer/port_timing.h"
#include "arch/ddr/ddr_timing.h"
#include "arch/npu/system.h"
#include "sim/core/error.h"
#include "sim/core/quantity.h"
#include "sim/time/core_program.h"
#include "sim/time/foreign_ddr.h"
#include "sim/time/session.h"
#include "sim/time/stdout_guard.h"
#include "sim/time/wave.h"

#include <systemc>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace systole::time {
namespace {

constexpr std::size_t kWaitingNamed = 5;
constexpr Cycles kSlices = 100;

// Cycles of a run that does one thing at a time, contention included: no run takes longer.
long double longest_run(const arch::CoreProgram& core_program,
                        const config::ArchConfig& config,
                        const arch::DdrTraits& ddr) {
    long double total = 0;
    for (const Cycles c : core_program.cycles) {
        total += static_cast<long double>(c);
    }
    if (!config.contention) {
        return total;
    }
    // At ports a stream waits for the others' words, which are counted with those, and at banks for
    // no longer than that.
    for (const arch::Stream& s : core_program.streams) {
        total += 2 * static_cast<long double>(arch::port_cycles(s.bytes, config.tiers[s.tier]));
    }
    for (const arch::Transfer& t : core_program.transfers) {
        total += static_cast<long double>(t.rows) *
                 static_cast<long double>(ddr.cut.requests(t.row_bytes)) *
                 static_cast<long double>(ddr.longest_request);
    }
    return total;
}

void check_length(const arch::CoreProgram& core_program,
                  const config::ArchConfig& config,
                  const arch::DdrTraits& ddr,
                  const arch::Clock& clock) {
    const long double longest = longest_run(core_program, config, ddr);
    const Cycles countable = clock.longest() / 2;
    if (longest > static_cast<long double>(countable)) {
        throw_refused("time.too-long",
                      {},
                      fmt::format("the run may take {}; the simulation kernel counts up to {} at "
                                  "{} MHz",
                                  count_text(static_cast<double>(longest), "cycles"),
                                  countable,
                                  config.clock_mhz));
    }
}

void run_kernel(const arch::System& system,
                const arch::Clock& clock,
                const ReplayOptions& options) {
    if (!options.cycle_limit && !options.progress) {
        sc_core::sc_start();
        return;
    }
    const Cycles end = options.cycle_limit ? std::min(*options.cycle_limit, clock.longest() / 2) + 1
                                           : clock.longest() / 2;
    Cycles slice = options.progress ? std::max<Cycles>(1, options.expected_cycles / kSlices) : end;
    // The kernel knows of no activity before its first start.
    std::size_t slices = 0;
    do {
        sc_core::sc_start(clock.span(std::min(slice, end - clock.now())));
        if (options.progress) {
            options.progress(clock.now(), options.expected_cycles);
        }
        // Contention can make a run much longer than expected: fewer, longer slices then.
        if (++slices % kSlices == 0) {
            slice = std::min(slice * 2, end);
        }
    } while (clock.now() < end && sc_core::sc_pending_activity() && !system.guard.failed() &&
             system.core.dispatcher.ended() < system.core.dispatcher.total());
}

// The core knows nodes and buffers; where they stand in the file is added here.
[[noreturn]] void rethrow_with_place(const ir::Program& program, const Error& error) {
    SourceRef where = error.where();
    if (where.node && where.file.empty()) {
        where.file = program.file;
        if (*where.node < program.nodes()) {
            where.line = program.line_of(NodeId{static_cast<std::uint32_t>(*where.node)});
        }
    }
    throw Error(error.kind(), error.rule(), where, error.message());
}

[[noreturn]] void report_unfinished(const ir::Program& program,
                                    const arch::System& system,
                                    const arch::Clock& clock,
                                    const ReplayOptions& options) {
    const std::size_t total = system.core.dispatcher.total();
    const std::size_t left = total - system.core.dispatcher.ended();
    if (sc_core::sc_pending_activity()) {
        throw Error(ErrorKind::kStopped,
                    "time.cycle-limit",
                    {program.file, 0, {}},
                    fmt::format("{} of {} nodes have not ended by the cycle limit {}",
                                left,
                                total,
                                *options.cycle_limit));
    }
    std::string waiting;
    for (const auto& w : system.core.dispatcher.unfinished(kWaitingNamed)) {
        waiting += fmt::format(
            "{}node {} for {} more", waiting.empty() ? "" : ", ", index(w.node), w.constraints);
    }
    throw Error(ErrorKind::kStopped,
                "time.deadlock",
                {program.file, 0, {}},
                fmt::format("deadlock at cycle {}: nothing runs and {} of {} nodes have not ended; "
                            "waiting: {}{}",
                            clock.now(),
                            left,
                            total,
                            waiting,
                            left > kWaitingNamed ? ", ..." : ""));
}

// How many bursts travel as one.
std::uint64_t group_of_bursts(const arch::CoreProgram& core_program,
                              const config::ArchConfig& config) {
    if (!config.contention || config.ddr.model != config::DdrModel::kSimple) {
        return 1;
    }
    std::uint64_t bursts = 0;
    for (const arch::Transfer& t : core_program.transfers) {
        bursts += t.shares_bus ? t.bytes() / config.ddr.burst_bytes + 1 : 0;
    }
    return bursts / kMostBursts + 1;
}

config::ArchConfig with_grouped_bursts(config::ArchConfig config, std::uint64_t group) {
    config.ddr.burst_bytes *= group;  // as many in flight as before: rows shorter than one are many
    return config;
}

Replay replay_beside(const ir::Program& program,
                     const ir::ExecGraph& graph,
                     const config::ArchConfig& as_given,
                     const ReplayOptions& options,
                     const arch::DdrMaker& make_ddr) {
    const arch::Clock clock(as_given.clock_mhz);
    const arch::CoreProgram core_program = build_core_program(program, graph, as_given);
    const std::uint64_t group = group_of_bursts(core_program, as_given);
    const config::ArchConfig config = with_grouped_bursts(as_given, group);
    Session session;
    auto system = std::make_unique<arch::System>(config, core_program, clock, make_ddr);
    check_length(core_program, config, system->ddr->traits(), clock);
    std::unique_ptr<Wave> wave;
    if (options.wave != nullptr) {
        wave = std::make_unique<Wave>(*options.wave);
        system->core.trace(wave->file());
    }
    run_kernel(*system, clock, options);
    try {
        system->guard.rethrow();
    } catch (const Error& error) {
        rethrow_with_place(program, error);
    }
    if (system->core.dispatcher.ended() != system->core.dispatcher.total()) {
        report_unfinished(program, *system, clock, options);
    }
    if (wave) {
        wave->finish();
    }
    Replay result;
    result.burst_group = group;
    result.counters = system->sample();
    result.activates = system->ddr->actions().activates;
    arch::RunResult run = system->core.dispatcher.take_result();
    result.timeline = {std::move(run.start), std::move(run.end), run.makespan, std::move(run.lost)};
    return result;
}

}  // namespace

Replay replay(const ir::Program& program,
              const ir::ExecGraph& graph,
              const config::ArchConfig& config,
              const ReplayOptions& options) {
    return replay_beside(program, graph, config, options, arch::make_ddr_model);
}

Replay replay_with(const ir::Program& program,
                   const ir::ExecGraph& graph,
                   const config::ArchConfig& config,
                   const ReplayOptions& options,
                   const arch::DdrMaker& make_ddr) {
    const StdoutGuard guard;
    try {
        return replay_beside(program, graph, config, options, make_ddr);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ErrorKind::kStopped,
                    "time.ddr-model",
                    {program.file, 0, {}},
                    fmt::format("the DDR model stopped: {}", error.what()));
    }
}

}  // namespace systole::time
