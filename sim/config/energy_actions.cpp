#include "sim/config/energy_actions.h"

#include "sim/core/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace systole::config {

std::string tier_key(Tier tier) {
    std::string result(name(tier));
    std::transform(result.begin(), result.end(), result.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return result;
}

std::vector<EnergyAction> energy_actions() {
    std::vector<EnergyAction> actions = {{"anchor", EnergyPer::kNothing, false}};
    for (const std::string_view type : kElementTypeNames) {
        actions.push_back({fmt::format("mac.{}", type), EnergyPer::kMac, false});
    }
    for (const std::string_view type : kElementTypeNames) {
        actions.push_back({fmt::format("vector.{}", type), EnergyPer::kOp, false});
    }
    actions.push_back({"pe", EnergyPer::kMac, true});
    actions.push_back({"pe_idle", EnergyPer::kMac, false});
    actions.push_back({"dma", EnergyPer::kByte, true});
    actions.push_back({"ddr.read", EnergyPer::kByte, true});
    actions.push_back({"ddr.write", EnergyPer::kByte, true});
    actions.push_back({"ddr.activate", EnergyPer::kActivate, true});
    for (const Tier t : kTiers) {
        actions.push_back({fmt::format("tiers.{}.read", tier_key(t)), EnergyPer::kByte, false});
        actions.push_back({fmt::format("tiers.{}.write", tier_key(t)), EnergyPer::kByte, false});
    }
    for (const std::string_view unit : {"cube", "vector", "dma", "ddr"}) {
        actions.push_back({fmt::format("static.{}", unit), EnergyPer::kTime, true});
    }
    for (const Tier t : kTiers) {
        actions.push_back({fmt::format("static.{}", tier_key(t)), EnergyPer::kTime, true});
    }
    return actions;
}

}  // namespace systole::config
