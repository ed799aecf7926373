#include "sim/config/config_echo.h"
#include "sim/config/energy_reader.h"
#include "sim/core/sha256.h"
#include "sim/load/network_file.h"
#include "sim/load/plan_file.h"
#include "sim/load/trace_file.h"
#include "sim/run/request_json.h"
#include "sim/run/run_cache.h"
#include "sim/run/simulate.h"

#include <filesystem>
#include <string>
#include <vector>

namespace systole {
namespace {

using Json = nlohmann::ordered_json;

// The files that a request names beside those of its config, by the key that names them.
std::vector<std::string> files_of(const Simulation& simulation) {
    std::vector<std::string> files;
    if (simulation.workload != "-") {
        files = load::is_network_path(simulation.workload)
                    ? std::vector<std::string>{simulation.workload}
                    : load::trace_files(simulation.workload);
    }
    if (simulation.plan) {
        const std::string name = load::case_name(simulation.workload);
        for (const std::string& file : load::plan_files(*simulation.plan, name)) {
            files.push_back(file);
        }
    }
    return files;
}
std::vector<std::string> files_of(const RooflineRequest& request) {
    return {request.network};
}
std::vector<std::string> files_of(const ScalesimRequest& request) {
    return request.cfg.empty() ? std::vector<std::string>{request.topology}
                               : std::vector<std::string>{request.cfg, request.topology};
}
std::vector<std::string> files_of(const ArrayRequest&) {
    return {};
}

bool has_config(const RunRequest& request) {
    const auto* scalesim = std::get_if<ScalesimRequest>(&request.what);
    return !std::holds_alternative<ArrayRequest>(request.what) &&
           (scalesim == nullptr || scalesim->cfg.empty());
}

// Every key with its value; the prices by what they say.
Json resolved(const RunRequest& request, RunCache::Content& cache) {
    const auto* simulation = std::get_if<Simulation>(&request.what);
    const config::ArchConfig config = resolve_config(
        request.config, simulation == nullptr ? std::nullopt : simulation->contention);
    Json values = Json::object();
    for (const config::EchoRow& row : config::config_echo(config)) {
        values[row.key] = row.value;
    }
    values["energy.table"] = Json::array();
    if (!config.energy.table.empty()) {
        const config::EnergyTable table =
            config::load_energy_table(config.energy.table, {config.file, 0, {}});
        for (const std::string& file : table.files) {
            values["energy.table"].push_back(cache.input("energy", file).sha256);
        }
    }
    return values;
}

}  // namespace

std::string fingerprint(const RunRequest& request, RunCache* cache) {
    RunCache own;
    RunCache::Content& known = (cache == nullptr ? own : *cache).content();
    Json json = request_json(request);
    json["version"] = SYSTOLE_VERSION;
    json["config"] = has_config(request) ? resolved(request, known) : Json(nullptr);
    for (const char* path : {"workload", "network", "cfg", "topology", "plan"}) {
        Json& what = json["request"];
        if (what.contains(path) && what[path].is_string()) {
            what[path] = std::filesystem::path(what[path].get<std::string>()).filename().string();
        }
    }
    Json files = Json::array();
    for (const std::string& file :
         std::visit([](const auto& what) { return files_of(what); }, request.what)) {
        files.push_back(known.input("", file).sha256);
    }
    json["files"] = std::move(files);
    return sha256_of_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace systole
