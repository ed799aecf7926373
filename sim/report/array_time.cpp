#include "sim/report/array_time.h"

#include "sim/model/peak_macs.h"

#include <fmt/format.h>

#include <algorithm>

namespace systole::report {
namespace {

double cycles(Cycles value) {
    return static_cast<double>(value);
}

}  // namespace

ArrayTime array_time(const model::LayerStats& layer, const config::ArchConfig& config) {
    ArrayTime time;
    if (layer.busy[Pipe::kCube] == 0) {
        return time;
    }
    // A trace may bring fewer cycles than this array could do it in.
    time.working = std::min(static_cast<double>(layer.macs) / model::peak_macs(config),
                            cycles(layer.streaming));
    time.idle = cycles(layer.streaming) - time.working;
    time.port_waits = cycles(layer.port_waits);
    time.fill_drain = cycles(layer.busy[Pipe::kCube] - layer.streaming - layer.port_waits);
    return time;
}

ArrayTime array_time(const RunResult& result) {
    ArrayTime sum;
    for (const model::LayerStats& layer : result.layers.layers) {
        const ArrayTime of_layer = array_time(layer, result.config);
        sum.working += of_layer.working;
        sum.idle += of_layer.idle;
        sum.fill_drain += of_layer.fill_drain;
        sum.port_waits += of_layer.port_waits;
    }
    return sum;
}

nlohmann::ordered_json array_time_json(const ArrayTime& time) {
    return {{"working", time.working},
            {"idle_pes", time.idle},
            {"fill_drain", time.fill_drain},
            {"port_waits", time.port_waits}};
}

std::string array_time_text(const ArrayTime& time, Cycles whole) {
    const double busy = time.working + time.idle + time.fill_drain + time.port_waits;
    if (busy <= 0 || whole == 0) {
        return "";
    }
    const auto share = [&](double part) { return 100 * part / cycles(whole); };
    return fmt::format(
        "of CUBE's {:.1f} %: {:.1f} all PEs at work, {:.1f} idle rows, columns and zeros, {:.1f} "
        "fill and drain, {:.1f} waiting for ports",
        share(busy),
        share(time.working),
        share(time.idle),
        share(time.fill_drain),
        share(time.port_waits));
}

}  // namespace systole::report
