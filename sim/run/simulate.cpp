#include "sim/run/simulate.h"

#include "sim/config/config_reader.h"
#include "sim/config/energy_reader.h"
#include "sim/config/key_effect.h"
#include "sim/core/error.h"
#include "sim/core/output_set.h"
#include "sim/load/plan_file.h"
#include "sim/lower/lower_network.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/model/routes.h"
#include "sim/plan/methods.h"
#include "sim/plan/planner.h"
#include "sim/run/illegal_plan.h"
#include "sim/run/method_options.h"
#include "sim/run/run_cache.h"
#include "sim/run/segments.h"
#include "sim/run/time_plan.h"
#include "sim/run/workload.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace systole {
namespace {

search::SearchOptions search_options(const SearchRequest& request) {
    search::SearchOptions options;
    options.objective = request.objective.value_or(options.objective);
    options.traffic_budget = request.traffic_budget.value_or(options.traffic_budget);
    options.work = request.work.value_or(options.work);
    options.seconds = static_cast<double>(request.seconds.value_or(0));
    options.seed = request.seed.value_or(options.seed);
    options.threads = request.threads.value_or(options.threads);
    return options;
}

class Simulator {
 public:
    Simulator(const ConfigSource& source,
              const Simulation& simulation,
              const RunObserver& observer,
              RunCache& cache)
        : simulation_(simulation),
          observer_(observer),
          cache_(cache),
          config_(resolve_config(source, simulation.contention, &config_files_)) {}

    RunResult run() {
        // What can be refused at once is, before anything large is read.
        if (simulation_.plan) {
            check_plan_options(simulation_);
        } else if (!simulation_.method.empty()) {
            check_method_options(simulation_, plan::find_method(simulation_.method));
        }
        if (const std::string& table = config_.energy.table; !table.empty()) {
            prices_ = config::load_energy_table(table, {config_.file, 0, {}}, &energy_files_);
        }
        const Workload workload = open_workload(simulation_, config_, observer_, cache_);
        add_inputs("config", config_files_, read_);
        add_inputs("energy", energy_files_, read_);
        read_.insert(read_.end(), workload.files.begin(), workload.files.end());
        check_wave();
        if (observer_.opened) {
            observer_.opened(workload.name, read_);
        }
        if (workload.network) {
            for (const std::string& note : workload.network->notes) {
                add_note(note);
            }
        }
        const bool own_cycles = !workload.network && workload.program->layers.empty();
        if (const std::string idle =
                config::idle_note(config::keys_without_effect(config_, own_cycles));
            !idle.empty()) {
            add_note(idle);
        }
        RunResult result = workload.program ? whole(workload) : segmented(workload);
        result.workload = workload.name;
        result.notes.insert(result.notes.begin(), notes_.begin(), notes_.end());
        result.provenance.inputs = std::move(read_);
        result.config = std::move(config_);
        return result;
    }

 private:
    void stage(std::string_view what) const {
        if (observer_.stage) {
            observer_.stage(what);
        }
    }
    void add_note(const std::string& note) {
        notes_.push_back(note);
        if (observer_.note) {
            observer_.note(note);
        }
    }

    // The wave opens when the plan is made; that it would replace an input is known before.
    void check_wave() const {
        if (!simulation_.wave.empty()) {
            outputs_beside(read_).check_with_folder(simulation_.wave);
        }
    }

    // The program at once: one plan, one timeline.
    RunResult whole(const Workload& workload) {
        RunResult result;
        result.program = workload.program;
        if (simulation_.plan) {
            result.method = result.spill = "plan";
            InputFiles files;
            load::PlanLines lines;
            ir::Plan plan = load::read_plan(
                *simulation_.plan, workload.name, *workload.program, &lines, &files);
            add_inputs("plan", files, read_);
            refuse_illegal(plan, lines, *workload.program);
            time(std::move(plan), result);
            return result;
        }
        stage("planning");
        make_plan(result);
        if (simulation_.method.empty()) {
            compare_default(result);
        }
        return result;
    }

    // Throws IllegalPlan with every violation, each at its line in the plan's files.
    void refuse_illegal(const ir::Plan& plan,
                        const load::PlanLines& lines,
                        const ir::Program& program) const {
        constexpr std::size_t kMost = 10;
        const std::vector<Error> found = model::plan_violations(program, plan, config_, kMost);
        if (found.empty()) {
            return;
        }
        std::vector<Error> placed;
        placed.reserve(found.size());
        for (const Error& error : found) {
            placed.push_back(load::at_plan_line(error, lines, program));
        }
        throw IllegalPlan(std::move(placed), found.size() == kMost);
    }

    // Says so where a plan that costs little to make is far better than the default's.
    void compare_default(const RunResult& result) {
        constexpr std::size_t kMostNodes = 20'000;
        const ir::Program& program = *result.program;
        if (program.nodes() > kMostNodes) {
            return;
        }
        for (const char* other : {"original", "dan"}) {
            Cycles makespan = 0;
            try {
                const ir::Plan plan = plan::make_plan(program, config_, other, "");
                makespan =
                    model::recurrence(model::build_exec_graph(program, plan, config_)).makespan;
            } catch (const Error&) {
                continue;  // what does not fit is no better
            }
            if (makespan + makespan / 10 < model::recurrence(result.graph).makespan) {
                add_note(
                    fmt::format("{}, the default, is far from what there is: {} would take {} "
                                "cycles; ask for it by name",
                                result.method,
                                other,
                                makespan));
                return;
            }
        }
    }

    // Pieces one after the other: sums, and no plan or timeline of it all.
    RunResult segmented(const Workload& workload) {
        if (!simulation_.wave.empty() || simulation_.max_cycles || simulation_.plan ||
            simulation_.explain) {
            throw_bad_input(
                "run.segments",
                {simulation_.workload, 0, {}},
                fmt::format("a wave, a cycle limit, a plan or an explanation needs one program; "
                            "this network runs in {} segments, run a part of it",
                            workload.segments.size()));
        }
        add_note(fmt::format("{}: too large for one program, run in {} segments",
                             simulation_.workload,
                             workload.segments.size()));
        std::string method;
        std::string spill;
        RunResult result = run_segments(
            *workload.network,
            workload.segments,
            config_,
            [&](const ir::Network& network) {
                RunResult part;
                part.program =
                    std::make_shared<ir::Program>(lower::lower_network(network, config_).program);
                model::check_routes(*part.program, config_);
                make_plan(part);
                method = part.method;
                spill = part.spill;
                return sums_alone(std::move(part));
            },
            [&](std::size_t i) {
                if (observer_.progress) {
                    observer_.progress("simulating", i, workload.segments.size());
                }
            });
        result.method = method;
        result.spill = spill;
        const std::string why =
            fmt::format("the workload ran in {} segments, each with a plan of its own",
                        workload.segments.size());
        result.absent.push_back({"plan", why});
        result.absent.push_back({"timeline", why});
        return result;
    }

    // A segment's result without what grows with its nodes.
    static RunResult sums_alone(RunResult part) {
        part.program.reset();
        part.plan = {};
        part.graph = {};
        part.timeline = {};
        part.waits = {};
        return part;
    }

    // Plans `result.program` by the request's method and times it.
    void make_plan(RunResult& result) {
        const std::string_view name =
            simulation_.method.empty() ? default_method(*result.program) : simulation_.method;
        const plan::Method& method = plan::find_method(name);
        check_method_options(simulation_, method);
        plan::PlanDetails details;
        details.search = search_options(simulation_.search);
        details.explain = simulation_.explain;
        if (observer_.progress) {
            details.search.progress = [this](const search::Progress& p) {
                constexpr double kParts = 1000;
                observer_.progress(fmt::format("planning, best so far {}", p.best),
                                   static_cast<std::uint64_t>(p.share * kParts),
                                   static_cast<std::uint64_t>(kParts));
                return true;
            };
        }
        ir::Plan plan =
            plan::make_plan(*result.program, config_, method.name, simulation_.spill, &details);
        result.method = method.name;
        result.spill = details.spill.empty() ? "own" : std::string(details.spill);
        if (simulation_.explain) {
            result.explanation = std::move(details.spills);
        }
        time(std::move(plan), result);
    }

    void time(ir::Plan plan, RunResult& result) {
        time::ReplayOptions replay;
        OutputSet out = outputs_beside(read_);
        // Opened now: a place that cannot be written is refused before a long run.
        replay.wave = simulation_.wave.empty() ? nullptr : &out.open(simulation_.wave);
        replay.cycle_limit = simulation_.max_cycles;
        if (observer_.progress) {
            replay.progress = [this](Cycles now, Cycles expected) {
                observer_.progress("simulating", now, expected);
            };
        }
        TimedPlan timed = time_plan(*result.program,
                                    std::move(plan),
                                    config_,
                                    simulation_.timing,
                                    replay,
                                    prices_ ? &*prices_ : nullptr);
        out.commit();
        if (timed.burst_group > 1 && !grouped_) {
            grouped_ = true;
            add_note(
                fmt::format("its bursts are too many to follow one by one: up to {} on the DDR "
                            "bus travel as one",
                            timed.burst_group));
        }
        result.plan = std::move(timed.plan);
        result.graph = std::move(timed.graph);
        result.timeline = std::move(timed.timeline);
        result.waits = std::move(timed.waits);
        result.metrics = timed.metrics;
        result.counters = std::move(timed.counters);
        result.layers = std::move(timed.layers);
        result.energy = std::move(timed.energy);
    }

    const Simulation& simulation_;
    const RunObserver& observer_;
    RunCache& cache_;
    InputFiles config_files_;
    InputFiles energy_files_;
    config::ArchConfig config_;
    std::optional<config::EnergyTable> prices_;
    std::vector<std::string> notes_;
    std::vector<InputRecord> read_;  // so far
    bool grouped_ = false;           // told
};

}  // namespace

config::ArchConfig resolve_config(const ConfigSource& source,
                                  std::optional<bool> contention,
                                  InputFiles* log) {
    std::vector<std::string> overrides = source.overrides;
    if (contention) {
        overrides.push_back(std::string("contention.enabled=") + (*contention ? "on" : "off"));
    }
    return source.text ? config::parse_arch_config(*source.text, source.path, overrides, log)
                       : config::load_arch_config(source.path, overrides, log);
}

RunResult simulate(const ConfigSource& source,
                   const Simulation& simulation,
                   const RunObserver& observer,
                   RunCache& cache) {
    return Simulator(source, simulation, observer, cache).run();
}

std::string_view default_method(const ir::Program& program) {
    return program.layers.empty() ? "base" : "original";
}

}  // namespace systole
