#pragma once

#include "sim/result/run_result.h"
#include "sim/run/run_request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace systole {

// What a caller may watch; any of them may be empty. Nothing here changes a result.
struct RunObserver {
    std::function<void(std::string_view what)> stage;  // "reading the trace", "planning", ...
    // How much of a stage is done.
    std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)> progress;
    std::function<void(const std::string&)> note;  // as RunResult::notes, when they are made
    // A simulation has read and lowered its inputs; nothing long has begun. May throw.
    std::function<void(const std::string& workload, const std::vector<InputRecord>& read)> opened;
};

// Keeps what requests of one process have in common: files read, networks, and programs lowered for
// the same machine. Files must not change while it lives. Not for several threads at once.
class RunCache {
 public:
    RunCache();
    ~RunCache();
    RunCache(const RunCache&) = delete;
    RunCache& operator=(const RunCache&) = delete;

    struct Content;
    Content& content() { return *content_; }

 private:
    std::unique_ptr<Content> content_;
};

// Does what the request says: the one road for the command line, sweeps and programs that link this
// library. As many runs in one process as wanted, one at a time. A simulation whose program would
// be too large (Simulation::segment_steps) runs in segments.
//
// Errors: those of the readers (kBadInput), of lowering, methods and placers, an illegal plan
// (kRefused "plan.*"), of the simulation (kStopped "time.*"); kBadInput "run.option" for an option
// that the method has no use for, "run.segments" for a wave, a cycle limit, a plan or an
// explanation of a run that needs segments.
RunResult run(const RunRequest& request,
              const RunObserver& observer = {},
              RunCache* cache = nullptr);

// What a result depends on, as a SHA-256 in hex: the resolved configuration, the bytes of every
// input, what is asked and systole's version; not where files lie, nor outputs and threads. Reads
// and resolves, runs nothing. It is RunResult::provenance.request. Errors: those of the config's
// reader, and of files that cannot be read.
std::string fingerprint(const RunRequest& request, RunCache* cache = nullptr);

// The method of a simulation whose request names none. It depends on the program alone, not on the
// file it came from: one with layers is in a good order already.
std::string_view default_method(const ir::Program& program);

}  // namespace systole
