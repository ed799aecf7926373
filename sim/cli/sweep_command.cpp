#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/core/error.h"
#include "sim/core/quantity.h"
#include "sim/sweep/sweep.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace systole::cli {
namespace {

// More combinations than are run without being asked for: hours of work, and often a slip.
constexpr std::uint64_t kAskAbove = 1'000'000;
constexpr std::size_t kProbes = 5;  // points that --dry-run tries
constexpr double kProbeSeconds = 10;

constexpr const char* kExamples = R"(
A sweep file names a base configuration, workloads and the values of keys (sim/sweep/README.md). Points that the
database has are not run again: a sweep that was stopped, or whose file grew, goes on. Exit status 1 when
some points were refused or failed; `systole query DB --where "status <> 'ok'"` lists them.

Examples:
  systole sweep configs/sweeps/array_size.yaml --dry-run
  systole sweep configs/sweeps/array_size.yaml -o sizes.db --jobs 2 --dry-run
  systole sweep configs/sweeps/array_size.yaml -o part1.db --shard 1/4 --dry-run
  systole query sizes.db --pareto makespan,energy_pj)";

struct SweepCommand {
    std::string file;
    std::string database;
    std::string jobs, shard, timeout, memory;
    bool dry_run = false;
    bool yes = false;
    bool json = false;
    sweep::SweepOptions options;
};

std::atomic<bool>& stop_flag() {
    static std::atomic<bool> flag{false};
    return flag;
}

// While it lives, the signals that ask to end set a flag; afterwards they do what they did before.
class StopSignals {
 public:
    StopSignals() {
        stop_flag() = false;
        struct sigaction action {};
        action.sa_handler = [](int) { stop_flag() = true; };
        for (std::size_t i = 0; i < std::size(kSignals); ++i) {
            ::sigaction(kSignals[i], &action, &before_[i]);
        }
    }
    ~StopSignals() {
        for (std::size_t i = 0; i < std::size(kSignals); ++i) {
            ::sigaction(kSignals[i], &before_[i], nullptr);
        }
    }
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

 private:
    static constexpr int kSignals[] = {SIGINT, SIGTERM};
    struct sigaction before_[2]{};
};

double parse_seconds(std::string_view option, const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value > 0) || value > 1e9) {
        throw_bad_input(
            "usage.seconds",
            {},
            fmt::format("{} is '{}', expected seconds such as 30 or 0.5", option, text));
    }
    return value;
}

// "4/16" -> 4, 16.
void parse_shard(const std::string& text, sweep::SweepOptions& options) {
    const std::size_t slash = text.find('/');
    if (slash != std::string::npos) {
        options.shard = parse_count("--shard", text.substr(0, slash), "usage.shard");
        options.shards = parse_count("--shard", text.substr(slash + 1), "usage.shard");
    }
    if (slash == std::string::npos || options.shard < 1 || options.shard > options.shards) {
        throw_bad_input(
            "usage.shard",
            {},
            fmt::format("--shard is '{}', expected I/N such as 2/4, with 1 <= I <= N", text));
    }
}

void take_options(SweepCommand& command) {
    command.options.jobs = std::max(1U, std::thread::hardware_concurrency());
    if (!command.jobs.empty()) {
        command.options.jobs = parse_count("--jobs", command.jobs, "usage.count");
        if (command.options.jobs < 1 || command.options.jobs > 4096) {
            throw_bad_input("usage.count", {}, "--jobs: expected 1 to 4096 processes");
        }
    }
    if (!command.shard.empty()) {
        parse_shard(command.shard, command.options);
    }
    if (!command.timeout.empty()) {
        command.options.limits.seconds = parse_seconds("--point-timeout", command.timeout);
    }
    if (!command.memory.empty()) {
        const std::uint64_t mib = parse_count("--point-memory", command.memory, "usage.count");
        if (mib < 1 || mib > (std::uint64_t{1} << 24)) {
            throw_bad_input("usage.count", {}, "--point-memory: expected 1 or more MiB");
        }
        command.options.limits.bytes = mib << 20;
    }
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
    if (whole < 120) {
        return fmt::format("{:.1f} s", seconds);
    }
    if (whole < 7200) {
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    }
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

// One line that is written over on a terminal; elsewhere a line every twentieth of the points.
class ProgressLine {
 public:
    explicit ProgressLine(const Console& console) : console_(console) {}

    void show(const sweep::SweepProgress& progress) {
        if (console_.shows_progress()) {
            const double now = watch_.seconds();
            if (now - shown_ > 0.1) {
                shown_ = now;
                console_.stage(text(progress));
            }
            return;
        }
        const std::uint64_t step =
            progress.points ? std::max<std::uint64_t>(1, *progress.points / 20) : 1000;
        if (progress.finished() % step == 0) {
            console_.note(text(progress));
        }
    }

    std::string text(const sweep::SweepProgress& progress) const {
        const double seconds = watch_.seconds();
        const double rate = seconds > 0 ? static_cast<double>(progress.done) / seconds : 0;
        std::string line = progress.points
                               ? fmt::format("{}/{} points", progress.finished(), *progress.points)
                               : fmt::format("{} points", progress.finished());
        if (progress.refused + progress.failed > 0) {
            line += fmt::format(", {} refused, {} failed", progress.refused, progress.failed);
        }
        if (progress.reused > 0) {
            line += fmt::format(", {} stored before", progress.reused);
        }
        line += fmt::format(", {:.1f}/s", rate);
        if (progress.points && rate > 0 && progress.finished() < *progress.points) {
            line +=
                ", " +
                duration_text(static_cast<double>(*progress.points - progress.finished()) / rate) +
                " left";
        }
        return line;
    }

 private:
    const Console& console_;
    Stopwatch watch_;
    double shown_ = -1;
};

void dry_run(const SweepCommand& command, sweep::Space& space) {
    sweep::PoolLimits limits = command.options.limits;
    limits.seconds = limits.seconds > 0 ? limits.seconds : kProbeSeconds;
    const sweep::Estimate estimate = sweep::estimate(space, kProbes, limits);
    const std::string points = estimate.points ? fmt::format("{}", *estimate.points)
                                               : fmt::format("at most {}", space.combinations());
    const double seconds = static_cast<double>(estimate.points.value_or(space.combinations())) /
                           static_cast<double>(command.options.shards * command.options.jobs) *
                           estimate.seconds_per_point;
    if (command.json) {
        nlohmann::ordered_json json;
        json["points"] = estimate.points ? nlohmann::ordered_json(*estimate.points) : nullptr;
        json["combinations"] = space.combinations();
        json["seconds_per_point"] = estimate.seconds_per_point;
        json["seconds"] = seconds;
        print_result(json.dump(2) + "\n");
        return;
    }
    std::string text =
        fmt::format("points         {} of {} combinations\n", points, space.combinations());
    text += fmt::format("workloads      {}\n", space.workloads().size());
    for (std::size_t i = 0; i < space.keys().size(); ++i) {
        text += fmt::format("{:<14} {}\n", i == 0 ? "keys" : "", space.keys()[i]);
    }
    text += fmt::format("time           {} with {} processes ({} tried: {:.3f} s a point)\n",
                        duration_text(seconds),
                        command.options.jobs,
                        estimate.tried,
                        estimate.seconds_per_point);
    print_result(text);
}

void print_outcome(const SweepCommand& command, const sweep::SweepResult& result) {
    if (command.json) {
        nlohmann::ordered_json json;
        json["points"] = result.finished();
        json["done"] = result.done;
        json["failed"] = result.failed;
        json["refused"] = result.refused;
        json["reused"] = result.reused;
        json["stopped"] = result.stopped;
        print_result(json.dump(2) + "\n");
        return;
    }
    print_result(fmt::format("points   {}\ndone     {}\nreused   {}\nrefused  {}\nfailed   {}\n",
                             result.finished(),
                             result.done,
                             result.reused,
                             result.refused,
                             result.failed));
}

void run_sweep(const Context& context, SweepCommand& command) {
    take_options(command);
    if (command.database.empty() && !command.dry_run) {
        throw CLI::RequiredError("-o DB");
    }
    context.console.stage("checking the sweep");
    sweep::Space space(sweep::read_sweep_spec(command.file));
    const bool chosen = space.spec().sample || space.spec().strategy;
    if (!chosen && space.combinations() > kAskAbove && !command.yes && !command.dry_run) {
        throw_bad_input("sweep.too-many",
                        {command.file, 0, {}},
                        fmt::format("{} combinations; take a sample ('sample:'), or say --yes",
                                    space.combinations()));
    }
    if (command.dry_run) {
        dry_run(command, space);
        return;
    }
    ProgressLine line(context.console);
    sweep::SweepResult result;
    {
        const StopSignals signals;
        result = sweep::run_sweep(
            space,
            command.database,
            command.options,
            [&](const sweep::SweepProgress& progress) { line.show(progress); },
            stop_flag());
    }
    context.console.end_progress();
    print_outcome(command, result);
    if (result.stopped) {
        context.console.note(fmt::format("stopped; the same command goes on from here"));
        std::raise(SIGINT);
    }
    if (result.refused + result.failed > 0) {
        throw_refused("sweep.points",
                      {command.database, 0, {}},
                      fmt::format("{} of {} points were refused and {} failed; list them with "
                                  "systole query {} --where \"status <> 'ok'\" --columns "
                                  "point,status,rule,message",
                                  result.refused,
                                  result.finished(),
                                  result.failed,
                                  command.database));
    }
}

}  // namespace

void add_sweep_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<SweepCommand>();
    CLI::App* verb = app.add_subcommand("sweep", "Run many points into a database of results");
    verb->footer(kExamples);
    const auto add = [&](const char* name, std::string& value, const char* type, const char* help) {
        verb->add_option(name, value, help)->type_name(type);
    };
    verb->add_option("SWEEP", command->file, "sweep file, YAML")->required();
    add("-o,--out", command->database, "DB", "database of results; made, or gone on with");
    add("--jobs", command->jobs, "N", "worker processes (default: one a core)");
    add("--shard", command->shard, "I/N", "only every N-th point, beginning with the I-th");
    add("--point-timeout", command->timeout, "S", "seconds that a point may take");
    add("--point-memory", command->memory, "MIB", "memory that a point may need");
    verb->add_flag("--rerun", command->options.rerun, "run points that are stored already, too");
    verb->add_flag("--retry", command->options.retry, "run points that failed before again");
    verb->add_flag("--dry-run", command->dry_run, "say what would be run and how long it takes");
    verb->add_flag("--yes", command->yes, "more than a million combinations are meant");
    verb->add_flag("--json", command->json, "print one JSON object");
    verb->add_flag("--quiet", context.console.quiet, "no progress, no notes");
    verb->callback([command, &context] {
        command->options.command = "systole sweep " + command->file;
        run_sweep(context, *command);
    });
}

}  // namespace systole::cli
