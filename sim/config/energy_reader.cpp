#include "sim/config/energy_reader.h"

#include "sim/config/yaml_energy_reader.h"
#include "sim/core/extends_chain.h"
#include "sim/core/text_file.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace systole::config {
namespace {

// Lays a file over what it extends: its own numbers win.
class Chain {
 public:
    Chain(std::string text,
          const std::string& file,
          const std::vector<EnergyAction>& actions,
          InputFiles* log)
        : chain("energy", file) {
        for (;;) {
            EnergyFile next = read_energy_yaml(text, chain.files().back(), actions);
            if (merged.name.empty()) {
                merged.name = next.name;
            }
            merged.actions.merge(next.actions);
            for (auto& [capacity, access] : next.sram) {
                merged.sram[capacity].merge(access);
            }
            if (next.extends.text.empty()) {
                return;
            }
            const SourceRef& where = next.extends.where;
            text = read_text_file(chain.follow(next.extends.text, where), where, log);
        }
    }

    EnergyFile merged;
    ExtendsChain chain;
};

class Builder {
 public:
    Builder(const EnergyFile& raw, std::string file) : raw_(raw) {
        table_.file = std::move(file);
        table_.name = raw.name.empty() ? table_.file : raw.name;
    }

    EnergyTable build(const std::vector<EnergyAction>& actions) {
        for (const EnergyAction& a : actions) {
            if (const auto found = raw_.actions.find(a.dotted); found != raw_.actions.end()) {
                values_[a.dotted] = number(a.dotted, found->second, a.per);
            } else if (a.required) {
                missing_.push_back(a.dotted);
            }
            if (a.dotted == "anchor") {
                anchor_ = get("anchor");
            }
        }
        take_types();
        take_memories();
        if (!missing_.empty()) {
            throw_bad_input("energy.missing",
                            {table_.file, 0, {}},
                            fmt::format("an energy table has to give every action; missing: {}",
                                        fmt::join(missing_, ", ")));
        }
        table_.pe = *get("pe");
        table_.pe_idle = get("pe_idle").value_or(0);
        table_.dma = *get("dma");
        table_.ddr = {*get("ddr.read"), *get("ddr.write")};
        table_.ddr_activate = *get("ddr.activate");
        table_.idle.cube = *get("static.cube");
        table_.idle.vector = *get("static.vector");
        table_.idle.dma = *get("static.dma");
        table_.idle.ddr = *get("static.ddr");
        return std::move(table_);
    }

 private:
    std::optional<std::uint64_t> get(const std::string& dotted) const {
        const auto found = values_.find(dotted);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }

    std::uint64_t number(const std::string& dotted, const Quantity& q, EnergyPer per) const {
        bool bad_unit = false;
        const auto value = parse_quantity(q.value, q.unit, per, anchor_, &bad_unit);
        if (bad_unit) {
            const bool relative = q.unit.rfind("x", 0) == 0;
            throw_bad_input(
                "energy.unit",
                q.where,
                fmt::format(
                    "{}: found the unit {}, expected one such as {}{}",
                    dotted,
                    in_quotes(q.unit),
                    example_unit(per),
                    relative && !anchor_ ? "; multiples (x) need 'anchor', the energy of 1" : ""));
        }
        if (!value) {
            throw_bad_input("energy.value",
                            q.where,
                            fmt::format("{}: found {}, expected a number that is not negative, "
                                        "such as 0.25, of at most 15 digits",
                                        dotted,
                                        in_quotes(q.value)));
        }
        return *value;
    }

    void take_types() {
        bool any = false;
        for (std::size_t t = 0; t < kElementTypeCount; ++t) {
            table_.mac[t] = get(fmt::format("mac.{}", kElementTypeNames[t]));
            table_.vector[t] = get(fmt::format("vector.{}", kElementTypeNames[t]));
            any = any || table_.mac[t];
            if (table_.mac[t] && !table_.vector[t]) {
                missing_.push_back(fmt::format("vector.{}", kElementTypeNames[t]));
            }
        }
        if (!any) {
            missing_.push_back(fmt::format("mac.TYPE (of {})", fmt::join(kElementTypeNames, ", ")));
        }
    }

    void take_memories() {
        bool all_tiers = true;
        for (const Tier t : kTiers) {
            const std::string tier = "tiers." + tier_key(t);
            const auto read = get(tier + ".read");
            const auto write = get(tier + ".write");
            if (read && write) {
                table_.tiers[t] = AccessEnergy{*read, *write};
            } else if (read || write) {
                missing_.push_back(tier + (read ? ".write" : ".read"));
            }
            all_tiers = all_tiers && read && write;
            table_.idle.tiers[t] = get("static." + tier_key(t)).value_or(0);
        }
        take_points();
        if (table_.sram.empty() && !all_tiers) {
            missing_.push_back("sram (or read and write of every tier)");
        }
    }

    void take_points() {
        for (const auto& [capacity, access] : raw_.sram) {
            const std::string dotted = "sram." + capacity;
            const SourceRef where =
                access.empty() ? SourceRef{table_.file, 0, {}} : access.begin()->second.where;
            const auto bytes = parse_decimal(capacity, 1024);
            const bool again =
                bytes && std::any_of(table_.sram.begin(), table_.sram.end(), [&](const auto& p) {
                    return p.capacity == *bytes;
                });
            if (!bytes || *bytes == 0 || again) {
                throw_bad_input("energy.value",
                                where,
                                fmt::format("sram: found the capacity {}, expected a new one in "
                                            "KiB, such as 8 or 0.5",
                                            in_quotes(capacity)));
            }
            EnergyTable::SramPoint point;
            point.capacity = *bytes;
            for (const char* which : {"read", "write"}) {
                const auto found = access.find(which);
                if (found == access.end()) {
                    missing_.push_back(dotted + "." + which);
                    continue;
                }
                (which == std::string_view("read") ? point.access.read : point.access.write) =
                    number(dotted + "." + which, found->second, EnergyPer::kByte);
            }
            table_.sram.push_back(point);
        }
        std::sort(table_.sram.begin(), table_.sram.end(), [](const auto& a, const auto& b) {
            return a.capacity < b.capacity;
        });
    }

    const EnergyFile& raw_;
    EnergyTable table_;
    std::map<std::string, std::uint64_t> values_;
    std::optional<Attojoules> anchor_;
    std::vector<std::string> missing_;
};

EnergyTable read_table(std::string text, const std::string& file, InputFiles* log) {
    const std::vector<EnergyAction> actions = energy_actions();
    const Chain chain{std::move(text), file, actions, log};
    EnergyTable table = Builder(chain.merged, file).build(actions);
    table.files = chain.chain.files();
    return table;
}

}  // namespace

EnergyTable parse_energy_table(std::string_view text, const std::string& file) {
    return read_table(std::string(text), file, nullptr);
}

EnergyTable load_energy_table(const std::string& path, const SourceRef& asked_by, InputFiles* log) {
    return read_table(read_text_file(path, asked_by, log), path, log);
}

}  // namespace systole::config
