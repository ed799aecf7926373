#include "sim/time/replay.h"

#include "arch/ddr/ddr_channel.h"
#include "arch/npu/npu_core.h"
#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/time/program_builder.h"
#include "sim/time/session.h"

#include <systemc>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

namespace systole::time {
namespace {

constexpr std::size_t kWaitingNamed = 5;
constexpr Cycles kSlices = 100;

// The wave file of a run, under its final name only when the run is over.
class Wave {
 public:
    explicit Wave(std::string path) : path_(std::move(path)), raw_(path_, ".vcd") {
        const std::string& file = raw_.path();
        file_ = sc_core::sc_create_vcd_trace_file(file.substr(0, file.size() - 4).c_str());
        file_->set_time_unit(1, sc_core::SC_PS);  // a cycle need not be whole ns
    }
    ~Wave() {
        if (file_ != nullptr) {
            sc_core::sc_close_vcd_trace_file(file_);
        }
    }
    Wave(const Wave&) = delete;
    Wave& operator=(const Wave&) = delete;

    sc_core::sc_trace_file* file() { return file_; }
    void commit() {
        sc_core::sc_close_vcd_trace_file(std::exchange(file_, nullptr));
        copy_without_date();
    }

 private:
    // The kernel writes the date into the file; equal runs have to give equal bytes.
    void copy_without_date() const {
        std::ifstream raw(raw_.path());
        OutputFile wave(path_);
        bool in_date = false;
        for (std::string line; std::getline(raw, line);) {
            in_date = in_date || line.rfind("$date", 0) == 0;
            if (!in_date) {
                wave.write(line);
                wave.write("\n");
            }
            in_date = in_date && line.rfind("$end", 0) != 0;
        }
        wave.commit();
    }

    std::string path_;
    PendingFile raw_;
    sc_core::sc_trace_file* file_ = nullptr;
};

// The modules of one run: the core and the DDR behind its socket.
struct System {
    System(const config::ArchConfig& config, const arch::Program& program, const arch::Clock& clock)
        : core("core0", config, program, clock, guard), ddr("ddr", config.ddr, clock, guard) {
        core.ddr_arbiter.out_socket.bind(ddr.in_socket);
    }

    arch::ProcessGuard guard;
    arch::NpuCore core;
    arch::DdrChannel ddr;
};

// Even one node after the other, every run must fit the kernel's time.
void check_length(const ir::ExecGraph& graph, const arch::Clock& clock) {
    Cycles total = 0;
    for (const Cycles c : graph.cycles) {
        total += c;
    }
    if (total > clock.longest() / 2) {
        throw_refused("time.too-long",
                      {},
                      fmt::format("the nodes take {} cycles together; the simulation kernel "
                                  "counts up to {} at this clock",
                                  total,
                                  clock.longest() / 2));
    }
}

void run_kernel(const System& system, const arch::Clock& clock, const ReplayOptions& options) {
    const auto limit = options.cycle_limit;
    if (!limit && !options.progress) {
        sc_core::sc_start();
        return;
    }
    Cycles slice =
        options.progress ? std::max<Cycles>(1, options.expected_cycles / kSlices) : *limit + 1;
    // The kernel knows of no activity before its first start.
    do {
        const Cycles now = clock.now();
        if (limit && now > *limit) {
            return;
        }
        sc_core::sc_start(clock.span(limit ? std::min(slice, *limit + 1 - now) : slice));
        if (options.progress) {
            options.progress(clock.now(), options.expected_cycles);
        }
    } while (sc_core::sc_pending_activity() && !system.guard.failed());
}

[[noreturn]] void report_unfinished(const ir::Trace& trace,
                                    const System& system,
                                    const arch::Clock& clock,
                                    const ReplayOptions& options) {
    const std::size_t total = system.core.dispatcher.total();
    const std::size_t left = total - system.core.dispatcher.ended();
    if (sc_core::sc_pending_activity()) {
        throw Error(ErrorKind::kStopped,
                    "time.cycle-limit",
                    {trace.file, 0, {}},
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
                {trace.file, 0, {}},
                fmt::format("deadlock at cycle {}: nothing runs and {} of {} nodes have not ended; "
                            "waiting: {}{}",
                            clock.now(),
                            left,
                            total,
                            waiting,
                            left > kWaitingNamed ? ", ..." : ""));
}

}  // namespace

Replay replay(const ir::Trace& trace,
              const ir::ExecGraph& graph,
              const config::ArchConfig& config,
              const ReplayOptions& options) {
    const arch::Clock clock(config.clock_mhz);
    check_length(graph, clock);
    const arch::Program program = build_program(trace, graph, config);
    Session session;
    auto system = std::make_unique<System>(config, program, clock);
    std::unique_ptr<Wave> wave;
    if (!options.wave_path.empty()) {
        wave = std::make_unique<Wave>(options.wave_path);
        system->core.trace(wave->file());
    }
    run_kernel(*system, clock, options);
    system->guard.rethrow();
    if (system->core.dispatcher.ended() != system->core.dispatcher.total()) {
        report_unfinished(trace, *system, clock, options);
    }
    if (wave) {
        wave->commit();
    }
    Replay result;
    result.counters = system->core.sample();
    system->ddr.sample(result.counters);
    arch::RunResult run = system->core.dispatcher.take_result();
    result.timeline = {std::move(run.start), std::move(run.end), run.makespan};
    return result;
}

}  // namespace systole::time
