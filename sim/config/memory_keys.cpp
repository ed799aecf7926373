#include "sim/config/key_rows.h"

namespace systole::config {
namespace {

constexpr KeyRow<TierConfig> kTierKeys[] = {
    {"capacity",
     &TierConfig::capacity,
     "units",
     {0, kMaxUnits},
     "Size of {}; 0: there is none.",
     true},
    {"ports",
     &TierConfig::ports,
     "",
     {1, 1024},
     "Accesses that {} serves at the same time; more wait. Used with contention on."},
    {"port_bytes_per_cycle",
     &TierConfig::port_bytes_per_cycle,
     "bytes/cycle",
     {1, kMaxBytes},
     "Bandwidth of one port of {}. Used with contention on."},
    {"banks",
     &TierConfig::banks,
     "",
     {0, 1024},
     "Banks of {}, interleaved, one access each at a time. 0: every port reaches every address. "
     "Used "
     "with contention on."},
    {"bank_bytes",
     &TierConfig::bank_bytes,
     "bytes",
     {1, kMaxBytes},
     "Bytes that lie side by side in one bank of {} before the next bank's begin."},
};

constexpr KeyRow<SpillConfig> kSpillKeys[] = {
    {"fixed_cycles",
     &SpillConfig::fixed_cycles,
     "cycles",
     {0, kMaxCycles},
     "Fixed part of a reload, and of the write-out of a buffer that has no copy in DDR."},
    {"cycles_per_unit",
     &SpillConfig::cycles_per_unit,
     "cycles/unit",
     {0, 4096},
     "Part of the same that grows with the buffer's size."},
};

constexpr KeyRow<DdrConfig> kDdrKeys[] = {
    {"bytes_per_cycle",
     &DdrConfig::bytes_per_cycle,
     "bytes/cycle",
     {1, kMaxBytes},
     "Peak DDR bandwidth, shared by all engines. Used with contention on, and for the DDR bound."},
    {"burst_bytes",
     &DdrConfig::burst_bytes,
     "bytes",
     {1, kMaxBytes},
     "Transfer that the DDR arbiter grants at once. Used with contention on."},
    {"latency_cycles",
     &DdrConfig::latency_cycles,
     "cycles",
     {0, kMaxCycles},
     "Fixed part of a burst's round trip, beside its turn on the bus. Used with contention on."},
    {"max_outstanding",
     &DdrConfig::max_outstanding,
     "",
     {1, 65'536},
     "Bursts of `ddr.burst_bytes` that one engine may have in flight. Used with contention on."},
    {"carries",
     &DdrConfig::carries,
     "",
     {},
     "What the bus carries: `all`; or `weights` alone, or `maps` (activations and outputs) alone, "
     "where the others have a memory or a link of their own, as fast as their data paths "
     "(`bandwidth.*`). Used with contention on, and for the DDR bound."},
    {"model",
     &DdrConfig::model,
     "",
     {},
     "`simple`: fixed latency and bandwidth, the four keys above. `detailed`: banks, rows, refresh "
     "and bus by the timing set of `ddr.standard`. Used with contention on."},
    {"standard", &DdrConfig::standard, "", {}, "Timing set of the detailed model."},
    {"channels",
     &DdrConfig::channels,
     "",
     {1, 64},
     "Channels of the detailed model, each of the standard's width: a power of two."},
    {"mapping",
     &DdrConfig::mapping,
     "",
     {},
     "What the address bits select in the detailed model, high to low: `row`, `bank`, "
     "`bankgroup` (no bits in a standard without), `column` and `channel` in any order, joined by "
     "`-`."},
    {"queue",
     &DdrConfig::queue,
     "",
     {1, 4096},
     "Requests that a channel of the detailed model holds and may reorder."},
    {"refresh", &DdrConfig::refresh, "", {}, "Whether the detailed model refreshes."},
};

constexpr KeyRow<ArchConfig> kContentionKeys[] = {
    {"enabled",
     &ArchConfig::sharing,
     "",
     {},
     "`on`: engines share DDR bandwidth and scratchpad ports and can only become slower. `off`: "
     "transfers do not share, every node takes its own cycles, and all together may move more than "
     "the bus can. `auto`: on for layers and networks, off for traces."},
};

constexpr KeyRow<RouteConfig> kRouteKeys[] = {
    {"strict",
     &RouteConfig::strict,
     "",
     {},
     "`on`: a trace node that takes a route not listed for its pipe is an error."},
};

}  // namespace

void append_memory_keys(std::vector<Key>& keys) {
    for (Tier t : kTiers) {
        append_keys(keys,
                    "tiers." + lower_case(name(t)),
                    kTierKeys,
                    name(t),
                    [t](ArchConfig& config) -> TierConfig& { return config.tiers[t]; });
    }
    append_keys(keys, "spill", kSpillKeys, "", [](ArchConfig& config) -> SpillConfig& {
        return config.spill;
    });
    append_keys(
        keys, "ddr", kDdrKeys, "", [](ArchConfig& config) -> DdrConfig& { return config.ddr; });
    append_keys(keys, "contention", kContentionKeys, "", [](ArchConfig& config) -> ArchConfig& {
        return config;
    });
    append_keys(keys, "routes", kRouteKeys, "", [](ArchConfig& config) -> RouteConfig& {
        return config.routes;
    });
    for (Pipe p : kPipes) {
        Key key;
        key.dotted = "routes." + lower_case(name(p));
        key.help = fmt::format("Routes of the nodes that run on {}.", name(p));
        key.slot = [p](ArchConfig& config) -> Slot { return &config.routes.allowed[p]; };
        keys.push_back(std::move(key));
    }
}

}  // namespace systole::config
