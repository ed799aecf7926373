#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"

#include <nlohmann/json.hpp>

#include <string>

// For the .cpp files of this room that write JSON; no header of the room includes it.
namespace systole::report {

// {tier: get(tier)} and {pipe: get(pipe)}, every tier and pipe, in table order.
template <class Get>
nlohmann::ordered_json by_tier(Get get) {
    auto out = nlohmann::ordered_json::object();
    for (const Tier t : kTiers) {
        out[std::string(name(t))] = get(t);
    }
    return out;
}
template <class Get>
nlohmann::ordered_json by_pipe(Get get) {
    auto out = nlohmann::ordered_json::object();
    for (const Pipe p : kPipes) {
        out[std::string(name(p))] = get(p);
    }
    return out;
}

inline nlohmann::ordered_json busiest_json(Pipe pipe, Cycles cycles) {
    nlohmann::ordered_json out;
    out["pipe"] = nullptr;
    if (pipe != Pipe::kNone) {
        out["pipe"] = std::string(name(pipe));
    }
    out["cycles"] = cycles;
    return out;
}

}  // namespace systole::report
