#pragma once

#include "sim/config/arch_config.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace systole::config {

// A scratchpad, or DDR when there is no value.
using Place = std::optional<Tier>;
inline constexpr Place kDdrPlace = std::nullopt;

constexpr std::string_view place_name(Place place) {
    return place ? name(*place) : "DDR";
}

// A step that data of a lowered program may take, and its bandwidth.
struct Hop {
    Place from, to;
    std::string_view key;  // "l1_to_l0a", below "bandwidth."
    std::uint64_t BandwidthConfig::*member;
};

// Every hop that the data paths of an architecture can be made of.
inline constexpr std::array<Hop, 13> kHops = {{
    {kDdrPlace, Tier::kL1, "ddr_to_l1", &BandwidthConfig::ddr_to_l1},
    {kDdrPlace, Tier::kUB, "ddr_to_ub", &BandwidthConfig::ddr_to_ub},
    {kDdrPlace, Tier::kL0A, "ddr_to_l0a", &BandwidthConfig::ddr_to_l0a},
    {kDdrPlace, Tier::kL0B, "ddr_to_l0b", &BandwidthConfig::ddr_to_l0b},
    {Tier::kL1, Tier::kL0A, "l1_to_l0a", &BandwidthConfig::l1_to_l0a},
    {Tier::kL1, Tier::kL0B, "l1_to_l0b", &BandwidthConfig::l1_to_l0b},
    {Tier::kL1, Tier::kUB, "l1_to_ub", &BandwidthConfig::l1_to_ub},
    {Tier::kL0C, Tier::kUB, "l0c_to_ub", &BandwidthConfig::l0c_to_ub},
    {Tier::kL0C, Tier::kL1, "l0c_to_l1", &BandwidthConfig::l0c_to_l1},
    {Tier::kL0C, kDdrPlace, "l0c_to_ddr", &BandwidthConfig::l0c_to_ddr},
    {Tier::kUB, Tier::kL1, "ub_to_l1", &BandwidthConfig::ub_to_l1},
    {Tier::kUB, kDdrPlace, "ub_to_ddr", &BandwidthConfig::ub_to_ddr},
    {Tier::kL1, kDdrPlace, "l1_to_ddr", &BandwidthConfig::l1_to_ddr},
}};

// The hop between two places, or nullptr where no architecture has one.
constexpr const Hop* find_hop(Place from, Place to) {
    for (const Hop& hop : kHops) {
        if (hop.from == from && hop.to == to) {
            return &hop;
        }
    }
    return nullptr;
}

// Bytes a cycle from one place to another; 0 where the architecture has no such path.
constexpr std::uint64_t hop_bandwidth(const BandwidthConfig& bandwidth, Place from, Place to) {
    const Hop* hop = find_hop(from, to);
    return hop == nullptr ? 0 : bandwidth.*(hop->member);
}

}  // namespace systole::config
