#include "sim/config/key_effect.h"

#include "sim/config/energy_actions.h"
#include "sim/config/key_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace systole::config {
namespace {

bool begins(std::string_view key, std::string_view with) {
    return key.substr(0, with.size()) == with;
}

bool ends(std::string_view key, std::string_view with) {
    return key.size() >= with.size() && key.substr(key.size() - with.size()) == with;
}

bool is_one_of(std::string_view key, std::initializer_list<std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Why `key` changes nothing; "" when it does.
std::string_view idle(std::string_view key, const ArchConfig& config, bool own_cycles) {
    const bool of_tier = begins(key, "tiers.") && !ends(key, ".capacity");
    if (!config.contention && (begins(key, "ddr.") || of_tier)) {
        return "contention is off";
    }
    if (config.ddr.model == DdrModel::kSimple &&
        is_one_of(key,
                  {"ddr.standard", "ddr.channels", "ddr.mapping", "ddr.queue", "ddr.refresh"})) {
        return "ddr.model is simple";
    }
    if (config.ddr.model == DdrModel::kDetailed &&
        is_one_of(key, {"ddr.bytes_per_cycle", "ddr.latency_cycles"})) {
        return "ddr.model is detailed";
    }
    for (const Tier t : kTiers) {
        if (config.tiers[t].banks == 0 && key == "tiers." + tier_key(t) + ".bank_bytes") {
            return "there are no banks";
        }
    }
    if (begins(key, "cube.rs_") && config.cube.dataflow != Dataflow::kRowStationary) {
        return "the dataflow is not row-stationary";
    }
    if (key == "cube.register_sums" && config.cube.dataflow != Dataflow::kBlock) {
        return "the dataflow is not block";
    }
    if (key == "cube.partial" && !is_skewed(config.cube.dataflow)) {
        return "the dataflow is not ws, is or os";
    }
    const bool of_shapes = begins(key, "cube.") || begins(key, "vector.") || begins(key, "dma.") ||
                           begins(key, "bandwidth.") || begins(key, "paths.") ||
                           begins(key, "tiling.");
    return own_cycles && of_shapes ? "the trace brings the cycles of its nodes" : "";
}

}  // namespace

std::vector<IdleKey> keys_without_effect(const ArchConfig& config, bool own_cycles) {
    std::vector<IdleKey> keys;
    for (const Key& key : arch_keys()) {
        const auto source = config.sources.find(key.dotted);
        if (source == config.sources.end()) {
            continue;
        }
        if (const std::string_view why = idle(key.dotted, config, own_cycles); !why.empty()) {
            keys.push_back({key.dotted, why, begins(source->second, "-D")});
        }
    }
    return keys;
}

std::string idle_note(const std::vector<IdleKey>& keys) {
    std::string note;
    std::string_view why;
    for (const IdleKey& idle : keys) {
        if (!idle.by_hand) {
            continue;
        }
        if (!note.empty()) {
            note += idle.why == why ? ", " : fmt::format(" ({}); ", why);
        }
        note += idle.key;
        why = idle.why;
    }
    return note.empty() ? "" : fmt::format("without effect: {} ({})", note, why);
}

}  // namespace systole::config
