#include "sim/sweep/sweep.h"

#include "sim/core/error.h"
#include "sim/core/sha256.h"
#include "sim/core/text_file.h"
#include "sim/store/writer.h"
#include "sim/sweep/model_version.h"
#include "sim/sweep/point_codec.h"
#include "sim/sweep/point_runner.h"
#include "sim/sweep/point_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

namespace systole::sweep {
namespace {

constexpr int kPollMilliseconds = 200;  // between looks at `stop`

// A job is a point's levels; a worker has the space from its parent.
std::string job_of(const PointSpec& point) {
    std::string bytes(point.levels.size() * sizeof point.levels[0], '\0');
    std::memcpy(bytes.data(), point.levels.data(), bytes.size());
    return bytes;
}

PointSpec point_of(Space& space, std::string_view job) {
    std::vector<std::uint32_t> levels(job.size() / sizeof(std::uint32_t));
    std::memcpy(levels.data(), job.data(), job.size());
    auto point = space.point(std::move(levels));
    SYSTOLE_INVARIANT(point.has_value(), "only points of the space become jobs");
    return std::move(*point);
}

WorkerPool::Work worker_of(Space& space) {
    // Made before the fork, used behind it: each worker gets a copy of its own.
    auto runner = std::make_shared<PointRunner>(space);
    return [&space, runner](std::string_view job) {
        return encode_point(runner->run(point_of(space, job)));
    };
}

const char* signal_text(int signal) {
    return signal == 9 ? "SIGKILL, as the system does when memory runs out" : ::strsignal(signal);
}

// The point that a job's end stands for.
store::Point result_of(const JobEnd& end,
                       const PointSpec& point,
                       const PointRunner& runner,
                       const PoolLimits& limits) {
    switch (end.how) {
        case JobEnd::How::kAnswer:
            return decode_point(end.bytes);
        case JobEnd::How::kTimeout:
            return runner.failed(
                point,
                store::Status::kTimeout,
                "sweep.timeout",
                fmt::format("stopped after {} s, the limit of a point", limits.seconds));
        case JobEnd::How::kMemory:
            return runner.failed(
                point,
                store::Status::kMemory,
                "sweep.memory",
                limits.bytes == 0 ? "out of memory"
                                  : fmt::format("needs more than the {} MiB that a point may have",
                                                limits.bytes >> 20));
        case JobEnd::How::kDied:
            break;
    }
    return runner.failed(point,
                         store::Status::kFailed,
                         "sweep.crash",
                         end.signal == 0
                             ? std::string("the process that ran this point ended by itself")
                             : fmt::format("the process that ran this point was ended by {}",
                                           signal_text(end.signal)));
}

void add_source(const char* role,
                const std::string& path,
                const std::string& sha256,
                std::optional<std::string> text,
                store::SweepInfo& info) {
    info.sources.push_back(
        {role, std::filesystem::path(path).filename().string(), sha256, std::move(text)});
}

store::SweepInfo info_of(const Space& space,
                         const SweepOptions& options,
                         std::optional<std::uint64_t> points) {
    store::SweepInfo info;
    info.name = space.spec().name;
    info.definition = space.definition();
    info.keys = space.keys();
    info.points = points;
    info.version = SYSTOLE_VERSION;
    info.model_version = kModelVersion;
    info.command = options.command;
    for (const SpecFile& file : space.spec().files) {
        add_source("sweep", file.path, sha256_of_text(file.text), file.text, info);
    }
    for (const std::string& file : space.key_values().base().files) {
        add_source("config", file, sha256_of_file(file), read_text_file(file, {}), info);
    }
    for (const WorkloadFacts& workload : space.workloads()) {
        add_source("workload", workload.path, workload.sha256, std::nullopt, info);
    }
    return info;
}

class Driver {
 public:
    Driver(Space& space,
           const std::string& path,
           const SweepOptions& options,
           const std::function<void(const SweepProgress&)>& progress)
        : space_(space),
          options_(options),
          progress_(progress),
          writer_(path, options.command),
          source_(points_of(space)),
          runner_(space),
          pool_(options.jobs, worker_of(space), options.limits) {
        const std::optional<std::uint64_t> total = source_->total();
        writer_.begin(info_of(space, options, total));
        if (total) {
            result_.points =
                *total / options.shards + (*total % options.shards >= options.shard ? 1 : 0);
        }
    }

    SweepResult run(const std::atomic<bool>& stop) {
        while (!stop) {
            if (pool_.has_room() && !waits_ && !ended_) {
                offer_next();
            } else if (pool_.open_jobs() > 0) {
                if (const auto end = pool_.wait(kPollMilliseconds)) {
                    take(*end);
                }
            } else if (ended_) {
                break;
            } else {
                SYSTOLE_INVARIANT(!waits_, "a source waits for results alone");
            }
        }
        result_.stopped = stop && !(ended_ && pool_.open_jobs() == 0);
        writer_.flush();
        return result_;
    }

 private:
    void offer_next() {
        PointSpec point;
        const PointSource::Next next = source_->next(point);
        waits_ = next == PointSource::Next::kWait;
        ended_ = next == PointSource::Next::kEnd;
        if (next != PointSource::Next::kPoint ||
            point.number % options_.shards != options_.shard - 1) {
            return;
        }
        const auto stored = options_.rerun ? std::nullopt : writer_.find(space_.identity(point));
        if (stored && !(options_.retry && has_failed(stored->status))) {
            writer_.link(point.number, stored->id);
            ++result_.reused;
            if (source_->listens()) {
                store::Point known;
                known.metrics = writer_.metrics(stored->id);
                source_->tell(point, known);
            }
            report();
            return;
        }
        pool_.submit(point.number, job_of(point));
        running_.emplace(point.number, std::move(point));
    }

    static bool has_failed(store::Status status) {
        return status != store::Status::kOk && status != store::Status::kRefused;
    }

    void take(const JobEnd& end) {
        const auto running = running_.find(end.ticket);
        const store::Point result = result_of(end, running->second, runner_, options_.limits);
        writer_.add(end.ticket, result);
        ++result_.done;
        result_.refused += result.status == store::Status::kRefused ? 1 : 0;
        result_.failed += has_failed(result.status) ? 1 : 0;
        if (source_->listens()) {
            source_->tell(running->second, result);
            waits_ = false;
        }
        running_.erase(running);
        report();
    }

    void report() const {
        if (progress_) {
            progress_(result_);
        }
    }

    Space& space_;
    const SweepOptions& options_;
    const std::function<void(const SweepProgress&)>& progress_;
    store::Writer writer_;
    std::unique_ptr<PointSource> source_;
    PointRunner runner_;
    WorkerPool pool_;
    std::map<std::uint64_t, PointSpec> running_;
    SweepResult result_;
    bool waits_ = false, ended_ = false;
};

}  // namespace

SweepResult run_sweep(Space& space,
                      const std::string& path,
                      const SweepOptions& options,
                      const std::function<void(const SweepProgress&)>& progress,
                      const std::atomic<bool>& stop) {
    if (options.shards > 1 && space.spec().strategy) {
        throw_bad_input("sweep.shard",
                        space.spec().strategy->where,
                        "strategy: pareto chooses points by the results of others, so it has no "
                        "shards; run it whole");
    }
    return Driver(space, path, options, progress).run(stop);
}

Estimate estimate(Space& space, std::size_t tries, const PoolLimits& limits) {
    Estimate result;
    const std::unique_ptr<PointSource> source = points_of(space);
    result.points = source->total();
    WorkerPool pool(1, worker_of(space), limits);
    double seconds = 0;
    for (std::size_t i = 0; i < tries; ++i) {
        // The middle of each of `tries` equal parts.
        const std::uint64_t index = space.combinations() / (2 * tries) * (2 * i + 1);
        if (auto point = space.point(space.levels_of(std::min(index, space.combinations() - 1)))) {
            pool.submit(i, job_of(*point));
            while (pool.open_jobs() > 0) {
                if (const auto end = pool.wait(kPollMilliseconds)) {
                    seconds += end->seconds;
                    ++result.tried;
                }
            }
        }
    }
    result.seconds_per_point = result.tried == 0 ? 0 : seconds / static_cast<double>(result.tried);
    return result;
}

}  // namespace systole::sweep
