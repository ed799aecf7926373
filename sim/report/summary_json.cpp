#include "sim/config/key_effect.h"
#include "sim/core/json_text.h"
#include "sim/core/output_file.h"
#include "sim/report/array_time.h"
#include "sim/report/bus_use.h"
#include "sim/report/config_json.h"
#include "sim/report/json_shapes.h"
#include "sim/report/layers_json.h"
#include "sim/report/roofline_report.h"
#include "sim/report/summary.h"

namespace systole::report {
namespace {

using Json = nlohmann::ordered_json;

Json account_json(const model::PipeAccount& account) {
    return {{"busy", account.busy},
            {"dependency", account.dependency},
            {"address", account.address},
            {"contention", account.contention},
            {"drained", account.drained}};
}

Json bounds_json(const model::Bounds& bounds) {
    return {{"critical_path", bounds.critical_path},
            {"busiest_pipe", busiest_json(bounds.busiest, bounds.busiest_pipe)},
            {"ddr", bounds.ddr}};
}

Json counters_json(const std::vector<stats::Sample>& counters) {
    Json out = Json::object();
    for (const stats::Sample& c : counters) {
        out[c.path] = {{"value", c.value}, {"unit", c.unit}, {"description", c.description}};
    }
    return out;
}

// What was set and changes nothing, and why.
Json idle_keys_json(const RunResult& report) {
    Json out = Json::object();
    for (const config::IdleKey& idle :
         config::keys_without_effect(report.config, report.program->layers.empty())) {
        out[idle.key] = idle.why;
    }
    return out;
}

Json bus_json(const model::Metrics& m, const config::ArchConfig& config) {
    const BusUse bus = bus_use(m, config);
    return {{"bytes_per_cycle", bus.used}, {"peak", bus.peak}, {"above", bus.above()}};
}

Json absent_json(const std::vector<Absence>& absent) {
    Json out = Json::object();
    for (const Absence& a : absent) {
        out[a.part] = a.why;
    }
    return out;
}

Json provenance_json(const Provenance& provenance) {
    Json inputs = Json::array();
    for (const InputRecord& file : provenance.inputs) {
        inputs.push_back({{"role", file.role}, {"name", file.name}, {"sha256", file.sha256}});
    }
    return {{"version", provenance.version},
            {"systemc", provenance.systemc},
            {"compiler", provenance.compiler},
            {"command", provenance.command},
            {"request", provenance.request},
            {"inputs", inputs}};
}

}  // namespace

nlohmann::ordered_json summary_json(const RunResult& report) {
    const model::Metrics& m = report.metrics;
    Json out;
    out["schema"] = "systole.report/1";
    out["config"] = report.config.name;
    out["workload"] = report.workload;
    out["schedule"] = report.method;
    out["spill_rule"] = report.spill;
    out["contention"] = report.config.contention;
    out["without_effect"] = idle_keys_json(report);
    out["legal"] = true;  // an illegal plan is an error long before it is reported on
    out["makespan"] = m.makespan;
    out["lower_bound"] = m.bounds.lower_bound;
    out["gap"] = m.gap();
    out["bounds"] = bounds_json(m.bounds);
    out["bounds"]["this_order"] = {{"makespan", m.order_bounds.makespan},
                                   {"extra_ddr", m.order_bounds.traffic},
                                   {"spills", m.order_bounds.spills}};
    out["spills"] = m.spills;
    out["extra_ddr"] = m.extra_ddr;
    out["ddr_bytes"] = {{"read", m.ddr_read}, {"write", m.ddr_write}, {"extra", m.ddr_extra}};
    out["ddr_bus"] = bus_json(m, report.config);
    out["peak"] = by_tier([&](Tier t) { return m.peak[t]; });
    out["peak_all"] = m.peak_all;
    out["peak_l1_ub"] = m.peak_l1_ub;
    out["resident_peak"] = by_tier([&](Tier t) { return m.resident_peak[t]; });
    out["busy"] = by_pipe([&](Pipe p) { return m.busy[p]; });
    out["utilization"] = by_pipe([&](Pipe p) { return m.utilization(p); });
    out["pe_utilization"] = pe_utilization_json(report);
    out["array"] =
        report.layers.layers.empty() ? Json(nullptr) : array_time_json(array_time(report));
    out["accounting"] = by_pipe([&](Pipe p) { return account_json(m.accounting[p]); });
    out["energy_pj"] = energy_json(report);
    out["energy_note"] =
        report.energy.why_not.empty() ? Json(nullptr) : Json(report.energy.why_not);
    out["wall_s"] = nullptr;  // set by who measures it
    out["segments"] = report.segments;
    out["absent"] = absent_json(report.absent);
    out["layers"] = layers_json(report);
    out["roofline"] =
        report.layers.layers.empty() ? Json(nullptr) : roofline_json(roofline_of(report));
    out["counters"] = counters_json(report.counters);
    out["config_values"] = config_json(report.config);
    out["provenance"] = provenance_json(report.provenance);
    return out;
}

void write_report_json(const RunResult& report, OutputFile& file) {
    const Json document = summary_json(report);
    file.write(json_text(document, 2) + "\n");
}

}  // namespace systole::report
