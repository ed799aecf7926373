#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/config_reader.h"
#include "sim/config/route.h"
#include "sim/core/error.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace systole::config {

// The Error that `action` throws; std::logic_error when it throws none.
template <class Action>
Error error_of(Action action) {
    try {
        action();
    } catch (const Error& e) {
        return e;
    }
    throw std::logic_error("no Error was thrown");
}

// The Error of reading `yaml` under the name core.yaml.
inline Error error_in(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
    return error_of([&] { parse_arch_config(yaml, "core.yaml", overrides); });
}

inline bool says(const Error& error, const std::string& words) {
    return std::string(error.what()).find(words) != std::string::npos;
}

// The keys without which no architecture is whole, on lines 1 to 6.
inline const std::string kCapacities =
    "tiers:\n"
    "  l1: {capacity: 4096}\n"
    "  ub: {capacity: 1024}\n"
    "  l0a: {capacity: 256}\n"
    "  l0b: {capacity: 256}\n"
    "  l0c: {capacity: 512}\n";

// Routes by their texts.
inline std::vector<Route> routes(const std::vector<std::string>& texts) {
    std::vector<Route> list;
    for (const std::string& text : texts) {
        list.push_back(parse_route(text).value());
    }
    return list;
}

inline ArchConfig read(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
    return parse_arch_config(yaml, "core.yaml", overrides);
}

}  // namespace systole::config
