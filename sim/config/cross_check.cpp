#include "sim/config/cross_check.h"

#include "sim/config/hop.h"
#include "sim/config/key_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace systole::config {
namespace {

class Checker {
 public:
    Checker(const ArchConfig& config, const RawConfig& raw) : config_(config), raw_(raw) {}

    void strict_routes() const {
        const auto& allowed = config_.routes.allowed;
        const bool none = std::all_of(
            allowed.begin(), allowed.end(), [](const auto& list) { return list.empty(); });
        if (config_.routes.strict && none) {
            throw_bad_input("config.routes",
                            place_of({"routes.strict"}),
                            "routes.strict is on, but no pipe has a route; list them under routes, "
                            "or turn it off");
        }
    }

    void cube() const {
        if (config_.cube.depth != 1 && config_.cube.dataflow != Dataflow::kBlock) {
            throw_bad_input("config.cube",
                            place_of({"cube.depth", "cube.dataflow"}),
                            fmt::format("cube.depth: expected 1 with cube.dataflow {}, found {}; "
                                        "only block sums several products in a PE at a time",
                                        name(config_.cube.dataflow),
                                        config_.cube.depth));
        }
    }

    // Address bits choose the channel.
    void channels() const {
        if ((config_.ddr.channels & (config_.ddr.channels - 1)) != 0) {
            throw_bad_input("config.channels",
                            place_of({"ddr.channels"}),
                            fmt::format("ddr.channels: expected a power of two, found {}",
                                        config_.ddr.channels));
        }
    }

    // A path from DDR to where the array reads.
    void input_path(const std::string& key, const std::vector<Tier>& path) const {
        tiers(key, path);
        if (path.back() == Tier::kL0C) {
            throw_bad_input("config.paths",
                            place_of({key}),
                            fmt::format("{}: ends at L0C, from which the array does not read "
                                        "operands; end it at L0A, L0B, L1 or UB",
                                        key));
        }
        hop(key, kDdrPlace, path.front());
        for (std::size_t i = 1; i < path.size(); ++i) {
            hop(key, path[i - 1], path[i]);
        }
    }

    // A path from where the array sums to DDR.
    void output_path(const std::string& key, const std::vector<Tier>& path) const {
        tiers(key, path);
        if (path.front() == Tier::kL0A || path.front() == Tier::kL0B) {
            throw_bad_input(
                "config.paths",
                place_of({key}),
                fmt::format("{}: starts at {}, to which the array does not write; start "
                            "it at L0C, L1 or UB",
                            key,
                            name(path.front())));
        }
        for (std::size_t i = 1; i < path.size(); ++i) {
            hop(key, path[i - 1], path[i]);
        }
        hop(key, path.back(), kDdrPlace);
    }

 private:
    // Where the first of these keys that is not left at its default was given; else the file.
    SourceRef place_of(const std::vector<std::string>& keys) const {
        for (const std::string& key : keys) {
            const auto given = raw_.values.find(key);
            if (given != raw_.values.end()) {
                return given->second.where;
            }
        }
        return {raw_.file, 0, {}};
    }

    void tiers(const std::string& key, const std::vector<Tier>& path) const {
        for (auto tier = path.begin(); tier != path.end(); ++tier) {
            if (std::find(path.begin(), tier, *tier) != tier) {
                throw_bad_input("config.paths",
                                place_of({key}),
                                fmt::format("{}: passes {} twice", key, name(*tier)));
            }
            if (config_.tiers[*tier].capacity == 0) {
                const std::string capacity =
                    fmt::format("tiers.{}.capacity", lower_case(name(*tier)));
                throw_bad_input("config.paths",
                                place_of({key, capacity}),
                                fmt::format("{}: passes {}, but {} is 0; give it a capacity, or "
                                            "leave it out of the path",
                                            key,
                                            name(*tier),
                                            capacity));
            }
        }
    }

    void hop(const std::string& key, Place from, Place to) const {
        const Hop* hop = find_hop(from, to);
        if (hop == nullptr) {
            throw_bad_input("config.paths",
                            place_of({key}),
                            fmt::format("{}: no hardware moves data from {} to {}; the steps there "
                                        "are: {}",
                                        key,
                                        place_name(from),
                                        place_name(to),
                                        fmt::join(steps(), ", ")));
        }
        if (config_.bandwidth.*(hop->member) == 0) {
            const std::string bandwidth = fmt::format("bandwidth.{}", hop->key);
            throw_bad_input("config.paths",
                            place_of({bandwidth, key}),
                            fmt::format("{} goes from {} to {}, but {} is 0; give it a bandwidth, "
                                        "or take another path",
                                        key,
                                        place_name(from),
                                        place_name(to),
                                        bandwidth));
        }
    }

    static std::vector<std::string> steps() {
        std::vector<std::string> texts;
        for (const Hop& hop : kHops) {
            texts.push_back(fmt::format("{}->{}", place_name(hop.from), place_name(hop.to)));
        }
        return texts;
    }

    const ArchConfig& config_;
    const RawConfig& raw_;
};

}  // namespace

void check_together(const ArchConfig& config, const RawConfig& raw) {
    const Checker check(config, raw);
    check.strict_routes();
    check.cube();
    check.channels();
    check.input_path("paths.activations", config.paths.activations);
    check.input_path("paths.weights", config.paths.weights);
    check.output_path("paths.outputs", config.paths.outputs);
}

}  // namespace systole::config
