#include "sim/run/run.h"

#include "sim/core/input_file.h"
#include "sim/run/alone.h"
#include "sim/run/fingerprint.h"
#include "sim/run/run_cache.h"
#include "sim/run/simulate.h"
#include "sim/time/kernel_release.h"

#include <filesystem>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace systole {
namespace {

// A config that was run, told apart from where it lay: file names without their folders.
void drop_folders(config::ArchConfig& config) {
    const auto name_alone = [](const std::string& path) {
        return path.empty() ? path : std::filesystem::path(path).filename().string();
    };
    config.file = name_alone(config.file);
    for (std::string& file : config.files) {
        file = name_alone(file);
    }
    config.energy.table = name_alone(config.energy.table);
    for (auto& [key, source] : config.sources) {
        source = name_alone(source);  // "dir/file.yaml:12"
    }
}

// What the request names to be read.
std::vector<std::string> paths_of(const RunRequest& request) {
    std::vector<std::string> paths;
    if (!request.config.text) {
        paths.push_back(request.config.path);
    }
    if (const auto* simulation = std::get_if<Simulation>(&request.what)) {
        paths.push_back(simulation->workload);
    } else if (const auto* roofline = std::get_if<RooflineRequest>(&request.what)) {
        paths.push_back(roofline->network);
    } else if (const auto* scalesim = std::get_if<ScalesimRequest>(&request.what)) {
        paths.insert(paths.end(), {scalesim->cfg, scalesim->topology});
    }
    return paths;
}

}  // namespace

RunCache::RunCache() : content_(std::make_unique<Content>()) {}
RunCache::~RunCache() = default;

RunResult run(const RunRequest& request, const RunObserver& observer, RunCache* cache) {
    refuse_second_stdin(paths_of(request));
    RunCache own;
    RunCache& used = cache == nullptr ? own : *cache;
    RunResult result = std::visit(
        [&](const auto& what) -> RunResult {
            using What = std::decay_t<decltype(what)>;
            if constexpr (std::is_same_v<What, Simulation>) {
                return simulate(request.config, what, observer, used);
            } else if constexpr (std::is_same_v<What, RooflineRequest>) {
                return roofline_alone(request.config, what, observer, used);
            } else if constexpr (std::is_same_v<What, ScalesimRequest>) {
                return scalesim_alone(request.config, what, observer, used);
            } else {
                return array_alone(what, observer);
            }
        },
        request.what);
    drop_folders(result.config);
    result.provenance.version = SYSTOLE_VERSION;
    result.provenance.systemc = time::kernel_release();
    result.provenance.compiler = SYSTOLE_COMPILER;
    result.provenance.command = command_line(request);
    result.provenance.request = fingerprint_of(request, result.config, result.provenance.inputs);
    return result;
}

}  // namespace systole
