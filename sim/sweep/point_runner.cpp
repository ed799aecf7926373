#include "sim/sweep/point_runner.h"

#include "sim/core/error.h"
#include "sim/plan/methods.h"
#include "sim/run/objectives.h"
#include "sim/run/run_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace systole::sweep {
namespace {

store::Status status_of(const Error& error) {
    return error.kind() == ErrorKind::kRefused ? store::Status::kRefused : store::Status::kFailed;
}

}  // namespace

PointRunner::PointRunner(const Space& space)
    : space_(space), cache_(std::make_unique<RunCache>()) {}

RunRequest PointRunner::request(const PointSpec& point) const {
    const SweepSpec& spec = space_.spec();
    RunRequest request;
    request.config.path = spec.base.text;
    request.config.overrides = space_.key_values().fixed();
    for (std::size_t i = 0; i < space_.keys().size(); ++i) {
        request.config.overrides.push_back(space_.keys()[i] + "=" + point.texts[i]);
    }
    const WorkloadFacts& workload = space_.workload(point);
    if (spec.timing == Timing::kClosedForm) {
        request.what = ScalesimRequest{"", workload.path};
        return request;
    }
    Simulation simulation;
    simulation.workload = workload.path;
    simulation.cycles = spec.cycles.text.empty()      ? CyclesRule::kDefault
                        : spec.cycles.text == "model" ? CyclesRule::kModel
                                                      : CyclesRule::kTrace;
    simulation.method = space_.method(point);
    simulation.spill = space_.spill(point);
    if (const std::string objective = space_.objective(point); !objective.empty()) {
        simulation.search.objective = find_objective(objective);
    }
    if (!simulation.method.empty() && plan::find_method(simulation.method).search) {
        simulation.search.work = spec.work;
        simulation.search.threads = 1;  // points run beside each other instead
    }
    simulation.timing = spec.timing == Timing::kRecurrence ? systole::Timing::kRecurrence
                                                           : systole::Timing::kSystemC;
    request.what = std::move(simulation);
    return request;
}

store::Point PointRunner::head(const PointSpec& point) const {
    store::Point result;
    result.identity = space_.identity(point);
    result.workload = space_.workload(point).name;
    result.config = space_.key_values().base().name;
    result.method = space_.method(point);
    result.spill = space_.spill(point);
    result.objective = space_.objective(point);
    result.command = command_line(request(point));
    for (std::size_t i = 0; i < space_.keys().size(); ++i) {
        result.keys.emplace_back(space_.keys()[i], point.values[i]);
    }
    return result;
}

store::Point PointRunner::failed(const PointSpec& point,
                                 store::Status status,
                                 std::string rule,
                                 std::string message) const {
    store::Point result = head(point);
    result.status = status;
    result.rule = std::move(rule);
    result.message = std::move(message);
    return result;
}

store::Point PointRunner::run(const PointSpec& point) {
    // Programs are made for one machine, and points differ in it: only the last ones can be of use
    // again. What was read stays.
    constexpr std::size_t kPrograms = 8;
    if (auto& made = cache_->content().made; made.size() > kPrograms) {
        made.clear();
    }
    try {
        store::Point result = head(point);
        add_result(systole::run(request(point), {}, cache_.get()), result);
        return result;
    } catch (const Error& error) {
        return failed(point, status_of(error), error.rule(), error.message());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return failed(point, store::Status::kFailed, "internal.exception", error.what());
    }
}

}  // namespace systole::sweep
