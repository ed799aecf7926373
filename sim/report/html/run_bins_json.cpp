#include "sim/core/json_text.h"
#include "sim/report/html/column.h"
#include "sim/report/html/op_table.h"
#include "sim/report/html/run_bins.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string_view>

namespace systole::report::html {
namespace {

// A share as a byte; what is there at all stays visible.
std::int64_t share_byte(double share) {
    const auto byte = static_cast<std::int64_t>(std::lround(255.0 * share));
    return byte == 0 && share > 0 ? 1 : byte;
}

std::string share_column(const std::vector<Cycles>& cycles, Cycles width) {
    Column column;
    for (const Cycles c : cycles) {
        column.add(share_byte(static_cast<double>(c) / static_cast<double>(width)));
    }
    return column.base64();
}

template <class T>
std::string plain_column(const std::vector<T>& values) {
    Column column;
    for (const T v : values) {
        column.add(v);
    }
    return column.base64();
}

std::string grid_column(const AddressGrid& grid) {
    Column column;
    for (const float share : grid.share) {
        column.add(share_byte(share));
    }
    return column.base64();
}

}  // namespace

std::string bins_json(const RunResult& report, const RunBins& bins) {
    const nlohmann::json ops = OpTable(report).names();
    std::string out =
        fmt::format(R"({{"ops":{},"width":{},"count":{},"map_width":{},"map_columns":{},)"
                    R"("map_rows":{},"pipes":[)",
                    json_text(ops),
                    bins.width,
                    bins.count,
                    bins.map_width,
                    bins.map_columns,
                    bins.map_rows);
    std::string_view comma;
    for (const PipeBins& p : bins.pipes) {
        out += fmt::format(R"({}{{"busy":"{}","dependency":"{}","address":"{}",)"
                           R"("contention":"{}","spills":"{}","op":"{}"}})",
                           comma,
                           share_column(p.busy, bins.width),
                           share_column(p.dependency, bins.width),
                           share_column(p.address, bins.width),
                           share_column(p.contention, bins.width),
                           plain_column(p.spills),
                           plain_column(p.op));
        comma = ",";
    }
    out += "],\"tiers\":[";
    comma = {};
    for (const Tier t : kTiers) {
        out += fmt::format(R"({}{{"held":"{}","live":"{}","map":"{}"}})",
                           comma,
                           plain_column(bins.tiers[t].held),
                           plain_column(bins.tiers[t].live),
                           grid_column(bins.maps[t]));
        comma = ",";
    }
    out += "]}";
    return out;
}

}  // namespace systole::report::html
