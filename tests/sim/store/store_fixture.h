#pragma once

#include "sim/core/sha256.h"
#include "sim/store/metric_table.h"
#include "sim/store/point.h"
#include "sim/store/query.h"
#include "sim/store/row_writers.h"
#include "sim/store/writer.h"

#include <string>
#include <utility>

namespace systole::test {

// A sweep over cube.rows whose definition is the SHA-256 of `definition`.
inline store::SweepInfo sweep_info(const std::string& definition = "first",
                                   const std::string& name = "sizes") {
    store::SweepInfo sweep;
    sweep.name = name;
    sweep.definition = sha256_of_text(definition);
    sweep.keys = {"cube.rows"};
    sweep.version = "0.1.0";
    sweep.model_version = 1;
    sweep.command = "systole sweep sizes.yaml";
    sweep.sources = {{"sweep", "sizes.yaml", sha256_of_text("text"), "text"}};
    return sweep;
}

// A point of `rows` rows, `cycles` cycles and `energy` pJ with two layers.
inline store::Point point(std::int64_t rows,
                          std::int64_t cycles,
                          double energy,
                          const std::string& workload = "net") {
    store::Point result;
    result.identity = sha256_of_text(workload + std::to_string(rows));
    result.workload = workload;
    result.config = "core";
    result.method = "original";
    result.command = "systole run";
    result.keys = {{"cube.rows", rows}};
    result.metrics.resize(store::metric_table().size());
    result.metrics[store::metric_index("makespan")] = cycles;
    result.metrics[store::metric_index("energy_pj")] = energy;
    PerPipe<model::PipeAccount> accounting{};
    for (const Pipe pipe : kPipes) {
        accounting[pipe].busy = 3;
        accounting[pipe].drained = static_cast<Cycles>(cycles) - 3;
    }
    result.accounting = accounting;
    for (const char* name : {"conv1", "conv2"}) {
        store::LayerRow layer;
        layer.name = name;
        layer.cycles = static_cast<Cycles>(cycles) / 2;
        layer.busy[Pipe::kCube] = 7;
        layer.pe_utilization = 0.5;
        result.layers.push_back(layer);
    }
    result.energy_pj = {{"CUBE", energy}};
    return result;
}

inline std::string csv_of(const std::string& path, const store::Query& query) {
    std::string text;
    const auto sink = store::csv_rows([&](std::string_view piece) { text += piece; });
    store::Reader(path).query(query, *sink);
    return text;
}

// The columns that these tests look at.
inline store::Query few_columns() {
    store::Query query;
    query.columns = {"point", "workload", "cube.rows", "status", "makespan", "energy_pj"};
    return query;
}

}  // namespace systole::test
