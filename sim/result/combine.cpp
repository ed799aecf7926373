#include "sim/result/combine.h"

#include "sim/core/error.h"

#include <algorithm>
#include <optional>

namespace systole {
namespace {

void add(model::Bounds& sum, const model::Bounds& part) {
    // No plan of the whole needs to wait at a border as the parts do: the longest chain known is
    // that of one part.
    sum.critical_path = std::max(sum.critical_path, part.critical_path);
    sum.bus_bytes += part.bus_bytes;
    for (const Pipe p : kPipes) {
        sum.work[p] += part.work[p];
    }
}

void add(model::OrderBounds& sum, const model::OrderBounds& part) {
    sum.reloaded += part.reloaded;
    sum.written += part.written;
    sum.traffic += part.traffic;
    sum.spills += part.spills;
    for (const Pipe p : kPipes) {
        sum.work[p] += part.work[p];
    }
}

void add(model::PipeAccount& sum, const model::PipeAccount& part) {
    if (part.busy > 0) {
        // What had no more work in the parts before was waiting for this one.
        sum.dependency += sum.drained;
        sum.drained = 0;
    }
    sum.busy += part.busy;
    sum.dependency += part.dependency;
    sum.address += part.address;
    sum.contention += part.contention;
    sum.drained += part.drained;
}

void add(model::Metrics& sum, const model::Metrics& part) {
    sum.makespan += part.makespan;
    add(sum.bounds, part.bounds);
    add(sum.order_bounds, part.order_bounds);
    sum.spills += part.spills;
    sum.extra_ddr += part.extra_ddr;
    sum.ddr_read += part.ddr_read;
    sum.ddr_write += part.ddr_write;
    sum.ddr_extra += part.ddr_extra;
    sum.peak_all = std::max(sum.peak_all, part.peak_all);
    sum.peak_l1_ub = std::max(sum.peak_l1_ub, part.peak_l1_ub);
    for (const Tier t : kTiers) {
        sum.peak[t] = std::max(sum.peak[t], part.peak[t]);
        sum.resident_peak[t] = std::max(sum.resident_peak[t], part.resident_peak[t]);
    }
    for (const Pipe p : kPipes) {
        sum.busy[p] += part.busy[p];
        add(sum.accounting[p], part.accounting[p]);
    }
}

void add(model::Traffic& sum, const model::Traffic& part) {
    sum.read += part.read;
    sum.write += part.write;
}

void add(PerOperand<model::Traffic>& sum, const PerOperand<model::Traffic>& part) {
    for (const Operand o : kOperands) {
        add(sum[o], part[o]);
    }
}

// `part` starts `start` cycles into the run.
void add(model::LayerStats& sum, const model::LayerStats& part, Cycles start) {
    if (part.nodes > 0) {
        sum.start = sum.nodes == 0 ? part.start + start : sum.start;
        sum.end = part.end + start;
    }
    sum.nodes += part.nodes;
    sum.share += part.share;
    sum.macs += part.macs;
    sum.array_macs += part.array_macs;
    sum.streaming += part.streaming;
    sum.port_waits += part.port_waits;
    sum.vector_ops += part.vector_ops;
    add(sum.ddr, part.ddr);
    add(sum.spill, part.spill);
    for (const Tier t : kTiers) {
        add(sum.tiers[t], part.tiers[t]);
    }
    for (const Operand o : kOperands) {
        sum.moved[o] += part.moved[o];
    }
    for (const Pipe p : kPipes) {
        sum.busy[p] += part.busy[p];
        sum.contention[p] += part.contention[p];
    }
}

void add(model::EnergyResult& sum,
         const model::EnergyResult& part,
         const std::vector<std::size_t>& layer,
         std::size_t layers,
         bool first) {
    if (first) {
        sum.table = part.table;
        sum.energy.emplace();
        sum.energy->layers.resize(layers);
    }
    if (!part.energy || !sum.energy) {
        sum.why_not = sum.why_not.empty() ? part.why_not : sum.why_not;
        sum.energy.reset();
        return;
    }
    sum.energy->all += part.energy->all;
    sum.energy->rest += part.energy->rest;
    sum.energy->compulsory += part.energy->compulsory;
    for (std::size_t j = 0; j < layer.size(); ++j) {
        sum.energy->layers[layer[j]] += part.energy->layers[j];
    }
}

void add(std::vector<stats::Sample>& sum, const std::vector<stats::Sample>& part) {
    if (sum.empty()) {
        sum = part;
        return;
    }
    SYSTOLE_INVARIANT(sum.size() == part.size(), "two runs of one core count different things");
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i].combine(part[i]);
    }
}

}  // namespace

void combine(RunResult& whole, const RunResult& part, const std::vector<std::size_t>& layer) {
    SYSTOLE_INVARIANT(layer.size() == part.layers.layers.size(),
                      "every layer of a part is a layer of the whole");
    const Cycles start = whole.metrics.makespan;
    const std::size_t layers = whole.program->layers.size();
    const bool first = whole.segments == 0;
    ++whole.segments;
    whole.layers.layers.resize(layers);
    for (std::size_t j = 0; j < layer.size(); ++j) {
        add(whole.layers.layers[layer[j]], part.layers.layers[j], start);
    }
    add(whole.layers.rest, part.layers.rest, start);
    add(whole.metrics, part.metrics);
    add(whole.energy, part.energy, layer, layers, first);
    add(whole.counters, part.counters);
}

}  // namespace systole
