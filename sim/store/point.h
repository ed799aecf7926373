#pragma once

#include "sim/core/hardware.h"
#include "sim/model/metrics.h"
#include "sim/store/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace systole::store {

// How a point ended.
enum class Status : std::uint8_t { kOk, kRefused, kFailed, kTimeout, kMemory };
inline constexpr std::string_view kStatusNames[] = {"ok", "refused", "failed", "timeout", "memory"};

// What a layer of a network took; the meanings are those of sim/report/SCHEMA.md.
struct LayerRow {
    std::string name;
    std::uint64_t nodes = 0;
    Cycles start = 0, end = 0, cycles = 0;
    PerPipe<Cycles> busy{};
    std::uint64_t macs = 0;
    std::optional<double> pe_utilization;
    std::uint64_t vector_ops = 0;
    Bytes ddr_read = 0, ddr_write = 0, ddr_spills = 0;
    std::optional<double> energy_pj;
};

// One point of a sweep with all that is kept of it. Only a point that is ok has numbers.
struct Point {
    std::string identity;  // SHA-256 of all that the result depends on, 64 hex digits
    std::string workload, config, method, spill, objective;  // names; "" where there is none
    std::string command;                              // a command line that asks for the same
    std::vector<std::pair<std::string, Value>> keys;  // swept keys in the sweep's order
    Status status = Status::kOk;
    std::string rule, message;   // of the error; "" for kOk
    std::vector<Value> metrics;  // as metric_table()
    std::optional<PerPipe<model::PipeAccount>> accounting;
    std::vector<LayerRow> layers;
    std::vector<std::pair<std::string, double>> energy_pj;  // by unit of the hardware
};

}  // namespace systole::store
