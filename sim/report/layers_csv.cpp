#include "sim/report/layers_csv.h"

#include "sim/core/output_file.h"
#include "sim/report/array_time.h"
#include "sim/report/csv_field.h"
#include "sim/report/line_buffer.h"

#include <fmt/format.h>

namespace systole::report {
namespace {

// Exact: three decimals of a picojoule are femtojoules.
std::string picojoules(model::Femtojoules energy) {
    return fmt::format("{}.{:03}", energy / 1000, static_cast<unsigned>(energy % 1000));
}

void put_header(LineBuffer& out) {
    out << "layer,name,nodes,start,end,cycles";
    for (const Pipe p : kPipes) {
        out << ",busy_" << name(p);
    }
    out << ",macs,macs_per_cycle,pe_utilization,array_working,array_idle,array_fill_drain,array_"
           "port_waits,vector_ops,ddr_read,ddr_write";
    for (const Operand o : kOperands) {
        out << ",ddr_" << name(o);
    }
    out << ",ddr_spills";
    for (const Tier t : kTiers) {
        out << ',' << name(t) << "_read," << name(t) << "_write";
    }
    out << ",energy_pj";
    for (const std::string_view unit : model::kEnergyUnitNames) {
        out << ",energy_pj_" << unit;
    }
    out.end_line();
}

void put_traffic(LineBuffer& out, const model::LayerStats& layer) {
    out << ',' << layer.ddr_read() << ',' << layer.ddr_write();
    for (const Operand o : kOperands) {
        out << ',' << layer.ddr[o].total();
    }
    out << ',' << layer.spill.total();
    for (const Tier t : kTiers) {
        model::Traffic sum;
        for (const model::Traffic& traffic : layer.tiers[t]) {
            sum.read += traffic.read;
            sum.write += traffic.write;
        }
        out << ',' << sum.read << ',' << sum.write;
    }
}

void put_energy(LineBuffer& out, const model::EnergyMatrix* energy) {
    out << ',' << (energy == nullptr ? "" : picojoules(energy->total()));
    for (std::size_t u = 0; u < model::kEnergyUnitCount; ++u) {
        const auto unit = static_cast<model::EnergyUnit>(u);
        out << ',' << (energy == nullptr ? "" : picojoules(energy->of(unit)));
    }
}

}  // namespace

void write_layers_csv(const RunResult& report, OutputFile& file, CsvNames names) {
    LineBuffer out(file);
    put_header(out);
    for (std::size_t i = 0; i < report.layers.layers.size(); ++i) {
        const model::LayerStats& layer = report.layers.layers[i];
        out << i << ',' << csv_field(report.program->layers[i].name, names) << ',' << layer.nodes
            << ',' << layer.start << ',' << layer.end << ',' << layer.share;
        for (const Pipe p : kPipes) {
            out << ',' << layer.busy[p];
        }
        out << ',' << layer.macs << ',' << fmt::format("{:.6g}", layer.macs_per_cycle()) << ','
            << fmt::format("{:.6g}", layer.pe_utilization(report.config));
        const ArrayTime array = array_time(layer, report.config);
        for (const double part : {array.working, array.idle, array.fill_drain, array.port_waits}) {
            out << ',' << fmt::format("{:.6g}", part);
        }
        out << ',' << layer.vector_ops;
        put_traffic(out, layer);
        put_energy(out, report.energy.energy ? &report.energy.energy->layers[i] : nullptr);
        out.end_line();
    }
    out.flush();
}

}  // namespace systole::report
