#include "sim/config/hop.h"
#include "sim/config/key_rows.h"

namespace systole::config {
namespace {

constexpr KeyRow<DmaConfig> kDmaKeys[] = {
    {"setup_cycles",
     &DmaConfig::setup_cycles,
     "cycles",
     {0, kMaxCycles},
     "Fixed cost of a transfer of {}."},
    {"row_cycles",
     &DmaConfig::row_cycles,
     "cycles",
     {0, kMaxCycles},
     "Cost of a row of a 2-D transfer of {}, beside its bytes."},
};

constexpr KeyRow<PathConfig> kPathKeys[] = {
    {"activations",
     &PathConfig::activations,
     "",
     {},
     "From DDR to the array; the last one is where the array reads: `L0A`, `L0B`, `L1` or `UB`."},
    {"weights", &PathConfig::weights, "", {}, "Likewise for weights."},
    {"outputs",
     &PathConfig::outputs,
     "",
     {},
     "From the array to DDR; the first one is where sums are made: `L0C`, `L1` or `UB`."},
};

}  // namespace

void append_movement_keys(std::vector<Key>& keys) {
    for (Pipe p : {Pipe::kMTE1, Pipe::kMTE2, Pipe::kMTE3, Pipe::kFixp}) {
        append_keys(keys,
                    "dma." + lower_case(name(p)),
                    kDmaKeys,
                    name(p),
                    [p](ArchConfig& config) -> DmaConfig& { return config.dma[p]; });
    }
    for (const Hop& hop : kHops) {
        Key key;
        key.dotted = fmt::format("bandwidth.{}", hop.key);
        key.unit = "bytes/cycle";
        key.range = {0, kMaxBytes};
        key.help = fmt::format(
            "From {} to {}; 0: no such path.", place_name(hop.from), place_name(hop.to));
        key.slot = [member = hop.member](ArchConfig& config) -> Slot {
            return &(config.bandwidth.*member);
        };
        keys.push_back(std::move(key));
    }
    append_keys(keys, "paths", kPathKeys, "", [](ArchConfig& config) -> PathConfig& {
        return config.paths;
    });
}

}  // namespace systole::config
