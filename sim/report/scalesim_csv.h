#pragma once

#include "sim/core/output_set.h"
#include "sim/model/scalesim_layers.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace systole::report {

// SCALE-Sim 3.0.0's reports, with its column names, column order and comma after the last cell
// (scalesim-project/SCALE-Sim, scalesim/simulator.py). A cell that has no closed form stays empty:
// cycles with prefetch, everything about DRAM, and, without a memory that is waited for, the last
// SRAM access of an input that a filter window hangs over.
using ScalesimLayers = std::vector<model::ScalesimLayer>;
std::string scalesim_compute_csv(const ScalesimLayers& layers);
std::string scalesim_bandwidth_csv(const ScalesimLayers& layers);
std::string scalesim_access_csv(const ScalesimLayers& layers);

// COMPUTE_REPORT.csv, BANDWIDTH_REPORT.csv and DETAILED_ACCESS_REPORT.csv in `folder`, which
// exists. Errors as OutputSet.
void write_scalesim_csvs(const ScalesimLayers& layers, const std::string& folder, OutputSet& out);

// The same for people, and for scripts that do not know SCALE-Sim (sim/report/SCHEMA.md).
std::string scalesim_table(const ScalesimLayers& layers, bool colour);
nlohmann::ordered_json scalesim_json(const ScalesimLayers& layers, const std::string& run_name);

}  // namespace systole::report
