#include "sim/core/quantity.h"
#include "sim/model/peak_macs.h"
#include "sim/report/array_time.h"
#include "sim/report/bus_use.h"
#include "sim/report/layers_table.h"
#include "sim/report/roofline_report.h"
#include "sim/report/summary.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace systole::report {
namespace {

using Align = TextTable::Align;

// "123.4 us" of `cycles` at the clock.
std::string time_text(Cycles cycles, std::uint64_t clock_mhz) {
    return quantity(static_cast<double>(cycles) / static_cast<double>(clock_mhz), -6, "s").text();
}

// The bounds, the one that binds first.
std::string bounds_text(const model::Bounds& bounds, bool contention) {
    struct Named {
        std::string what;
        Cycles cycles;
    };
    std::vector<Named> all;
    if (bounds.busiest != Pipe::kNone) {
        all.push_back({fmt::format("busiest pipe {}", name(bounds.busiest)), bounds.busiest_pipe});
    }
    all.push_back({"critical path", bounds.critical_path});
    if (contention) {
        all.push_back({"DDR", bounds.ddr});
    }
    std::stable_sort(
        all.begin(), all.end(), [](const Named& a, const Named& b) { return a.cycles > b.cycles; });
    std::string text = all.front().what;
    for (std::size_t i = 1; i < all.size(); ++i) {
        text += fmt::format("{} {} {}", i == 1 ? ";" : ",", all[i].what, grouped(all[i].cycles));
    }
    return text;
}

// PE utilization and energy, of traces with shapes.
void add_energy(TextTable& table, const RunResult& report) {
    const Cycles makespan = report.metrics.makespan;
    const std::uint64_t clock = report.config.clock_mhz;
    if (!report.layers.layers.empty()) {
        const std::uint64_t macs = report.layers.macs();
        table.row({{"PE utilization"},
                   {share_text(static_cast<double>(macs),
                               model::peak_macs(report.config) * static_cast<double>(makespan))},
                   {"%"},
                   {fmt::format("{} useful MACs", grouped(macs))}});
        if (const std::string parts = array_time_text(array_time(report), makespan);
            !parts.empty()) {
            table.row({{"  array"}, {""}, {""}, {parts}});
        }
    }
    if (!report.energy.why_not.empty()) {
        table.row({{"energy"}, {"-"}, {""}, {report.energy.why_not}});
    }
    if (!report.energy.energy) {
        return;
    }
    const model::Energy& energy = *report.energy.energy;
    const model::Femtojoules total = energy.total();
    const auto row = [&](const char* what, const Quantity& value, std::string note) {
        table.row({{what}, {value.number}, {value.unit}, {std::move(note)}});
    };
    row("energy",
        quantity(static_cast<double>(total), -15, "J"),
        fmt::format(
            "compulsory {}; prices: {}", energy_text(energy.compulsory), report.energy.table));
    row("average power",
        quantity(model::average_milliwatts(total, makespan, clock), -3, "W"),
        fmt::format("energy-delay product {}",
                    quantity(model::energy_delay(total, makespan, clock), 0, "Js").text()));
}

std::string results(const RunResult& report, bool colour) {
    const model::Metrics& m = report.metrics;
    const config::ArchConfig& config = report.config;
    TextTable table(
        {{"result", Align::kLeft}, {"value"}, {"unit", Align::kLeft}, {"", Align::kLeft}}, colour);
    table.row(
        {{"makespan", true},
         {grouped(m.makespan), true},
         {"cycles"},
         {fmt::format("{} at {} MHz", time_text(m.makespan, config.clock_mhz), config.clock_mhz)}});
    table.row({{"lower bound"},
               {grouped(m.bounds.lower_bound)},
               {"cycles"},
               {bounds_text(m.bounds, config.contention)}});
    table.row(
        {{"  of this order"},
         {grouped(m.order_bounds.makespan)},
         {"cycles"},
         {fmt::format("with the {} spills it cannot do without", grouped(m.order_bounds.spills))}});
    table.row({{"gap to bound"}, {fmt::format("{:.1f}", 100.0 * m.gap())}, {"%"}});
    table.row({{"spills"}, {grouped(m.spills)}, {"pairs"}, {"SPILL_OUT and SPILL_IN"}});
    table.row({{"extra DDR traffic"},
               {grouped(m.extra_ddr)},
               {"units"},
               {fmt::format("{}, by spills; this order costs at least {} units",
                            bytes_text(m.ddr_extra),
                            grouped(m.order_bounds.traffic))}});
    const Bytes ddr = m.ddr_read + m.ddr_write + m.ddr_extra;
    table.row({{"DDR traffic"},
               {grouped(ddr)},
               {"bytes"},
               {fmt::format("{} = {} read + {} written + {} extra",
                            bytes_text(ddr),
                            bytes_text(m.ddr_read),
                            bytes_text(m.ddr_write),
                            bytes_text(m.ddr_extra))}});
    const BusUse bus = bus_use(m, config);
    table.row({{"DDR bus"},
               {fmt::format("{:.1f}", bus.used)},
               {"B/cycle"},
               {bus.above() > 1
                    ? fmt::format("of {:.1f}: {:.2f} times what the bus can, as transfers do not "
                                  "share; it alone takes {} cycles",
                                  bus.peak,
                                  bus.above(),
                                  grouped(m.bounds.ddr))
                    : fmt::format("of {:.1f}", bus.peak)}});
    add_energy(table, report);
    if (!report.layers.layers.empty()) {
        table.row({{"layers"}, {grouped(report.layers.layers.size())}, {""}, {"--layers: each"}});
    }
    return table.text();
}

std::string pipes(const model::Metrics& m, bool colour) {
    TextTable table({{"pipe", Align::kLeft},
                     {"busy [cycles]"},
                     {"utilization [%]"},
                     {"dependency [%]"},
                     {"address [%]"},
                     {"contention [%]"},
                     {"drained [%]"}},
                    colour);
    for (const Pipe p : kPipes) {
        const model::PipeAccount& a = m.accounting[p];
        const std::array<Cycles, 4> lost = {a.dependency, a.address, a.contention, a.drained};
        const Cycles most = *std::max_element(lost.begin(), lost.end());
        std::vector<TextTable::Cell> row = {
            std::string(name(p)), grouped(m.busy[p]), percent_text(m.busy[p], m.makespan)};
        for (const Cycles cycles : lost) {
            // What to look at first: the largest loss of a pipe that has work.
            row.emplace_back(percent_text(cycles, m.makespan),
                             m.busy[p] > 0 && most > 0 && cycles == most);
        }
        table.row(std::move(row));
    }
    return table.text();
}

std::string tiers(const RunResult& report, bool colour) {
    const model::Metrics& m = report.metrics;
    TextTable table({{"tier", Align::kLeft},
                     {"capacity [units]"},
                     {"resident peak [units]"},
                     {"of capacity [%]"},
                     {"live peak [units]"}},
                    colour);
    for (const Tier t : kTiers) {
        const Units capacity = report.config.tiers[t].capacity;
        table.row({{std::string(name(t))},
                   {grouped(capacity)},
                   {grouped(m.resident_peak[t])},
                   {percent_text(m.resident_peak[t], capacity)},
                   {grouped(m.peak[t])}});
    }
    table.row({{"L1+UB"}, {""}, {""}, {""}, {grouped(m.peak_l1_ub)}});
    table.row({{"all tiers"}, {""}, {""}, {""}, {grouped(m.peak_all)}});
    return table.text();
}

}  // namespace

std::string summary_table(const RunResult& report, bool colour, Detail detail) {
    std::string out = fmt::format("{} on {}\nschedule {}, spill rule {}, contention {}\n",
                                  strong(report.workload, colour),
                                  strong(report.config.name, colour),
                                  report.method,
                                  report.spill,
                                  report.config.contention ? "on" : "off: transfers do not share");
    if (detail == Detail::kLayers) {
        if (const std::string layers = layers_table(report, colour); !layers.empty()) {
            out += "\nLayers: a cycle belongs to the first layer that has not ended yet\n" + layers;
            out += "\nRoofline: " + roofline_table(roofline_of(report), colour);
        }
    }
    if (detail != Detail::kResults) {
        out += "\nWhere each pipe's time goes, in parts of the makespan\n" +
               pipes(report.metrics, colour);
        out +=
            "\nScratchpads: resident = what the plan keeps on chip, live = from ALLOC to FREE\n" +
            tiers(report, colour);
        if (const std::string energy = energy_table(report, colour); !energy.empty()) {
            out += "\nWhere the energy goes, in parts of all of it\n" + energy;
        }
    }
    return out + "\n" + results(report, colour);
}

}  // namespace systole::report
