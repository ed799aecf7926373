#pragma once

#include "sim/core/hardware.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systole::config {

// The set of places a node touches: the tiers of its Bufs, and DDR for COPY_IN and COPY_OUT. One
// bit per place.
using Route = std::uint8_t;
inline constexpr Route kRouteDdr = 1;
constexpr Route route_place(Tier t) {
    return static_cast<Route>(2u << index(t));
}

// "DDR+L1": the places in the order DDR, L1, UB, L0A, L0B, L0C; "" for no place.
std::string route_text(Route route);

// The route that a text such as "L0B + L1" names, its places in any order. Without a value when a
// place is unknown, missing or named twice; `bad_place`, if given, then holds that piece of `text`.
std::optional<Route> parse_route(std::string_view text, std::string_view* bad_place = nullptr);

}  // namespace systole::config
