#include "sim/lower/data_paths.h"

#include "sim/config/hop.h"
#include "sim/core/error.h"
#include "sim/model/op_cycles.h"

#include <fmt/format.h>

#include <string_view>

namespace systole::lower {
namespace {

[[noreturn]] void refuse(const config::ArchConfig& config,
                         std::string_view operand,
                         const std::string& why) {
    throw_refused("lower.path",
                  {config.file, 0, {}},
                  fmt::format("paths.{} of {}: {}", operand, config.name, why));
}

void check_hop(const config::ArchConfig& config,
               std::string_view operand,
               model::Place from,
               model::Place to) {
    const auto text = [](model::Place place) { return place ? name(*place) : "DDR"; };
    if (config::hop_bandwidth(config.bandwidth, from, to) == 0) {
        refuse(config,
               operand,
               fmt::format("there is no data path from {} to {}; give it a bandwidth or take "
                           "another way",
                           text(from),
                           text(to)));
    }
}

DataPaths::Input input_path(const config::ArchConfig& config,
                            std::string_view operand,
                            const std::vector<Tier>& tiers) {
    if (tiers.empty() || tiers.size() > 2) {
        refuse(config, operand, fmt::format("has {} tiers, expected 1 or 2", tiers.size()));
    }
    DataPaths::Input path{tiers[0], {}};
    check_hop(config, operand, {}, tiers[0]);
    if (tiers.size() == 2) {
        path.second = tiers[1];
        check_hop(config, operand, tiers[0], tiers[1]);
    }
    return path;
}

}  // namespace

DataPaths data_paths(const config::ArchConfig& config) {
    const std::vector<Tier>& outputs = config.paths.outputs;
    if (outputs.empty() || outputs.size() > 2) {
        refuse(config, "outputs", fmt::format("has {} tiers, expected 1 or 2", outputs.size()));
    }
    if (outputs.size() == 2 && outputs[0] != Tier::kL0C) {
        refuse(
            config,
            "outputs",
            fmt::format("only L0C is drained into another scratchpad, found {}", name(outputs[0])));
    }
    DataPaths paths{input_path(config, "activations", config.paths.activations),
                    input_path(config, "weights", config.paths.weights),
                    outputs[0],
                    {},
                    Pipe::kMTE3};
    if (outputs.size() == 2) {
        paths.staging = outputs[1];
        check_hop(config, "outputs", outputs[0], outputs[1]);
    } else if (outputs[0] == Tier::kL0C) {
        paths.copy_out = Pipe::kFixp;
    }
    check_hop(config, "outputs", paths.out_of(), {});
    return paths;
}

}  // namespace systole::lower
