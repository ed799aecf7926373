#include "sim/run/fingerprint.h"

#include "sim/config/config_echo.h"
#include "sim/config/energy_reader.h"
#include "sim/core/byte_source.h"
#include "sim/core/json_text.h"
#include "sim/core/sha256.h"
#include "sim/load/plan_file.h"
#include "sim/load/scalesim_cfg.h"
#include "sim/load/trace_file.h"
#include "sim/run/request_json.h"
#include "sim/run/run_cache.h"
#include "sim/run/simulate.h"
#include "sim/run/workload.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace systole {
namespace {

using Json = nlohmann::ordered_json;

// A file of a plan, whose content nobody but its hash asks for.
void hash_file(const std::string& path, InputFiles& files) {
    ByteSource source(path, {"plan.open", "plan.read"}, &files);
    while (!source.next().empty()) {
    }
}

// What a request reads beside its config.
std::vector<InputRecord> inputs_of(const Simulation& simulation,
                                   const config::ArchConfig&,
                                   RunCache& cache) {
    std::vector<InputRecord> inputs = workload_inputs(simulation, cache);
    if (simulation.plan) {
        InputFiles files;
        const std::string name = load::case_name(simulation.workload);
        for (const std::string& file : load::plan_files(*simulation.plan, name)) {
            hash_file(file, files);
        }
        add_inputs("plan", files, inputs);
    }
    return inputs;
}
std::vector<InputRecord> inputs_of(const RooflineRequest& request,
                                   const config::ArchConfig&,
                                   RunCache& cache) {
    std::vector<InputRecord> inputs;
    add_inputs("layers", open_network(request.network, cache).files, inputs);
    return inputs;
}
std::vector<InputRecord> inputs_of(const ScalesimRequest& request,
                                   const config::ArchConfig&,
                                   RunCache& cache) {
    std::vector<InputRecord> inputs;
    if (!request.cfg.empty()) {
        InputFiles files;
        load::read_scalesim_cfg(request.cfg, &files);
        add_inputs("config", files, inputs);
    }
    add_inputs("layers", open_network(request.topology, cache).files, inputs);
    return inputs;
}
std::vector<InputRecord> inputs_of(const ArrayRequest&, const config::ArchConfig&, RunCache&) {
    return {};
}

bool has_config(const RunRequest& request) {
    const auto* scalesim = std::get_if<ScalesimRequest>(&request.what);
    return !std::holds_alternative<ArrayRequest>(request.what) &&
           (scalesim == nullptr || scalesim->cfg.empty());
}

// Every key with its value; the prices by what they say.
Json resolved(const config::ArchConfig& config, const std::vector<InputRecord>& inputs) {
    Json values = Json::object();
    for (const config::EchoRow& row : config::config_echo(config)) {
        values[row.key] = row.value;
    }
    values["energy.table"] = Json::array();
    for (const InputRecord& input : inputs) {
        if (input.role == "energy") {
            values["energy.table"].push_back(input.sha256);
        }
    }
    return values;
}

}  // namespace

std::string fingerprint_of(const RunRequest& request,
                           const config::ArchConfig& config,
                           const std::vector<InputRecord>& inputs) {
    const bool configured = has_config(request);
    Json json = request_json(request);
    json["version"] = SYSTOLE_VERSION;
    json["config"] = configured ? resolved(config, inputs) : Json(nullptr);
    for (const char* path : {"workload", "network", "cfg", "topology", "plan"}) {
        Json& what = json["request"];
        if (what.contains(path) && what[path].is_string()) {
            what[path] = std::filesystem::path(what[path].get<std::string>()).filename().string();
        }
    }
    Json files = Json::array();
    for (const InputRecord& input : inputs) {
        // The config stands resolved in "config", the prices beside it.
        if (input.role != "energy" && (input.role != "config" || !configured)) {
            files.push_back(input.sha256);
        }
    }
    json["files"] = std::move(files);
    return sha256_of_text(json_text(json));
}

std::string fingerprint(const RunRequest& request, RunCache* cache) {
    RunCache own;
    RunCache& known = cache == nullptr ? own : *cache;
    const auto* simulation = std::get_if<Simulation>(&request.what);
    config::ArchConfig config;
    std::vector<InputRecord> inputs;
    if (has_config(request)) {
        config = resolve_config(
            request.config, simulation == nullptr ? std::nullopt : simulation->contention, nullptr);
        if (simulation != nullptr && !config.energy.table.empty()) {
            InputFiles files;
            config::load_energy_table(config.energy.table, {config.file, 0, {}}, &files);
            add_inputs("energy", files, inputs);
        }
    }
    for (InputRecord& input : std::visit(
             [&](const auto& what) { return inputs_of(what, config, known); }, request.what)) {
        inputs.push_back(std::move(input));
    }
    return fingerprint_of(request, config, inputs);
}

}  // namespace systole
