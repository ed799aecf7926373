#include "sim/config/key_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <initializer_list>

namespace systole::config {
namespace {

// A row of the table of one config struct: the key's last part, how to store it, what it means.
// The default is the initializer of `member`.
template <class Owner>
struct Row {
    std::string_view name;
    std::variant<std::uint64_t Owner::*, bool Owner::*, std::string Owner::*> member;
    std::string_view unit;
    Range range;
    std::string_view help;
    bool required = false;
    bool inherited = true;
    std::string_view default_text = {};
};

// Sizes and offsets are 32-bit in the plan; the other limits keep sums over any trace that fits in
// memory inside 64 bits, far beyond any hardware.
constexpr std::uint64_t kMaxUnits = 0x7FFFFFFFu;
constexpr std::uint64_t kMaxBytes = 1u << 20;
constexpr std::uint64_t kMaxCycles = 1'000'000;

constexpr Row<ArchConfig> kCoreKeys[] = {
    {"name",
     &ArchConfig::name,
     "",
     {1, 100},
     "Name of the core in tables and reports. Not inherited through `extends`.",
     false,
     false,
     "the file's name without `.yaml`"},
    {"clock_mhz",
     &ArchConfig::clock_mhz,
     "MHz",
     {1, 100'000},
     "Core clock. Turns cycles into seconds and bytes per cycle into bytes per second; no cycle "
     "count depends on it."},
    {"bytes_per_unit",
     &ArchConfig::bytes_per_unit,
     "bytes",
     {1, 65'536},
     "Bytes in one size unit of the traces."},
};

constexpr Row<TierConfig> kTierKeys[] = {
    {"capacity", &TierConfig::capacity, "units", {1, kMaxUnits}, "Size of {}.", true},
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
};

constexpr Row<SpillConfig> kSpillKeys[] = {
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

constexpr Row<DdrConfig> kDdrKeys[] = {
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
     "Bursts that one engine may have in flight. Used with contention on."},
};

constexpr Row<ArchConfig> kContentionKeys[] = {
    {"enabled",
     &ArchConfig::contention,
     "",
     {},
     "`on`: engines share DDR bandwidth and scratchpad ports and can only become slower. `off`: "
     "every node takes the cycles of the trace."},
    {"port_grain_cycles",
     &ArchConfig::port_grain_cycles,
     "cycles",
     {1, kMaxCycles},
     "Longest turn of one engine at a contended port before the next one gets its turn."},
};

constexpr Row<RouteConfig> kRouteKeys[] = {
    {"strict",
     &RouteConfig::strict,
     "",
     {},
     "`on`: a trace node that takes a route not listed for its pipe is an error."},
};

std::string lower(std::string_view text) {
    std::string result;
    for (const char c : text) {
        result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

// Appends the rows of one table as the keys of `section`. `owner` finds the table's struct in an
// ArchConfig; `subject` replaces {} in the help.
template <class Owner, std::size_t N, class FindOwner>
void append(std::vector<Key>& keys,
            const std::string& section,
            const Row<Owner> (&rows)[N],
            std::string_view subject,
            FindOwner owner) {
    for (const Row<Owner>& row : rows) {
        Key key;
        key.dotted =
            section.empty() ? std::string(row.name) : fmt::format("{}.{}", section, row.name);
        key.unit = row.unit;
        key.default_text = row.default_text;
        key.required = row.required;
        key.inherited = row.inherited;
        key.range = row.range;
        key.help = fmt::format(fmt::runtime(row.help), subject);
        key.slot = [owner, member = row.member](ArchConfig& config) {
            return std::visit([&](auto m) -> Slot { return &(owner(config).*m); }, member);
        };
        keys.push_back(std::move(key));
    }
}

}  // namespace

std::vector<Key> arch_keys() {
    std::vector<Key> keys;
    const auto core = [](ArchConfig& config) -> ArchConfig& { return config; };
    append(keys, "", kCoreKeys, "", core);
    for (Tier t : kTiers) {
        append(keys,
               "tiers." + lower(name(t)),
               kTierKeys,
               name(t),
               [t](ArchConfig& config) -> TierConfig& { return config.tiers[t]; });
    }
    append(keys, "spill", kSpillKeys, "", [](ArchConfig& config) -> SpillConfig& {
        return config.spill;
    });
    append(keys, "ddr", kDdrKeys, "", [](ArchConfig& config) -> DdrConfig& { return config.ddr; });
    append(keys, "contention", kContentionKeys, "", core);
    append(keys, "routes", kRouteKeys, "", [](ArchConfig& config) -> RouteConfig& {
        return config.routes;
    });
    for (Pipe p : kPipes) {
        Key key;
        key.dotted = "routes." + lower(name(p));
        key.help = fmt::format("Routes of the nodes that run on {}.", name(p));
        key.slot = [p](ArchConfig& config) -> Slot { return &config.routes.allowed[p]; };
        keys.push_back(std::move(key));
    }
    return keys;
}

std::string expected_text(const Key& key) {
    ArchConfig any;
    const Slot slot = key.slot(any);
    if (std::holds_alternative<std::uint64_t*>(slot)) {
        const std::string unit = key.unit.empty() ? "" : fmt::format(" ({})", key.unit);
        return fmt::format("a whole number from {} to {}{}", key.range.min, key.range.max, unit);
    }
    if (std::holds_alternative<bool*>(slot)) {
        return "on or off";
    }
    if (std::holds_alternative<std::string*>(slot)) {
        return fmt::format("a text of {} to {} bytes on one line", key.range.min, key.range.max);
    }
    return "a list of routes such as [DDR+L1, L1+L0A]";
}

std::string value_text(const Key& key, ArchConfig config) {
    struct {
        std::string operator()(const std::uint64_t* value) const { return std::to_string(*value); }
        std::string operator()(const bool* value) const { return *value ? "on" : "off"; }
        std::string operator()(const std::string* value) const { return *value; }
        std::string operator()(const std::vector<std::string>* value) const {
            return value->empty() ? "none" : fmt::format("{}", fmt::join(*value, ", "));
        }
    } const text;
    return std::visit(text, key.slot(config));
}

std::string default_text(const Key& key) {
    if (key.required) {
        return "required";
    }
    return key.default_text.empty() ? value_text(key, ArchConfig()) : std::string(key.default_text);
}

}  // namespace systole::config
