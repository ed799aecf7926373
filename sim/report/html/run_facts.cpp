#include "sim/report/html/run_facts.h"

#include "sim/core/json_text.h"
#include "sim/report/html/op_table.h"

#include <nlohmann/json.hpp>

namespace systole::report::html {

std::string facts_json(const RunResult& report) {
    using Json = nlohmann::ordered_json;
    const config::ArchConfig& config = report.config;
    const model::Bounds& bounds = report.metrics.bounds;

    Json capacity = Json::array();
    for (const Tier t : kTiers) {
        capacity.push_back(config.tiers[t].capacity);
    }
    Json ops = Json::array();
    const OpTable table(report);
    const std::vector<std::string> names = table.names();
    for (const OpTotal& t : op_totals(report, table)) {
        ops.push_back({{"pipe", name(t.pipe)},
                       {"op", names[t.op]},
                       {"count", t.count},
                       {"cycles", t.cycles},
                       {"contention", t.contention}});
    }
    Json inputs = Json::array();
    for (const InputRecord& f : report.provenance.inputs) {
        inputs.push_back({{"role", f.role}, {"path", f.name}, {"sha256", f.sha256}});
    }
    const Json facts = {
        {"workload", report.workload},
        {"schedule", report.method},
        {"spill", report.spill},
        {"arch", config.name},
        {"contention", config.contention},
        {"clock_mhz", config.clock_mhz},
        {"bytes_per_unit", config.bytes_per_unit},
        {"pipes", kPipeNames},
        {"tiers", kTierNames},
        {"capacity", capacity},
        {"makespan", report.timeline.makespan},
        {"trace",
         {{"nodes", report.program->nodes()},
          {"edges", report.program->edges()},
          {"buffers", report.program->buffers()}}},
        {"bounds",
         {{"critical_path", bounds.critical_path},
          {"busiest_pipe", bounds.busiest_pipe},
          {"busiest", name(bounds.busiest)},
          {"ddr", bounds.ddr}}},
        {"ops", ops},
        {"provenance",
         {{"version", report.provenance.version},
          {"systemc", report.provenance.systemc},
          {"compiler", report.provenance.compiler},
          {"command", report.provenance.command},
          {"inputs", inputs}}},
    };
    return json_text(facts);
}

}  // namespace systole::report::html
