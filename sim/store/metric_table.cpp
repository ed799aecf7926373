#include "sim/store/metric_table.h"

namespace systole::store {
namespace {

constexpr Better kS = Better::kSmaller;
constexpr Better kL = Better::kLarger;
constexpr Better kN = Better::kNeither;

constexpr Metric kMetrics[] = {
    {"makespan", "cycles", kS, true, "latest end of a node"},
    {"lower_bound", "cycles", kN, true, "no plan of this workload is faster"},
    {"gap", "", kS, false, "makespan / lower_bound - 1"},
    {"critical_path", "cycles", kN, true, "longest chain of operations"},
    {"busiest_pipe", "cycles", kN, true, "most cycles that one pipe has to run"},
    {"spills", "", kS, true, "SPILL_OUT / SPILL_IN pairs"},
    {"extra_ddr", "units", kS, true, "DDR traffic that spills add"},
    {"ddr_read", "bytes", kS, true, "COPY_IN, without spills"},
    {"ddr_write", "bytes", kS, true, "COPY_OUT, without spills"},
    {"ddr_extra", "bytes", kS, true, "extra_ddr in bytes"},
    {"pe_utilization", "0..1", kL, false, "useful MACs / (peak MACs per cycle x makespan)"},
    {"energy_pj", "pJ", kS, false, "all energy"},
    {"macs", "", kN, true, "useful multiply-accumulates"},
    {"nodes", "", kN, true, "operations that ran, spill transfers among them"},
    {"peak_all", "units", kS, true, "most that is alive at once, all tiers together"},
    {"peak_l1_ub", "units", kS, true, "the same, L1 and UB together"},
    {"peak.L1", "units", kS, true, "most that is alive at once in L1"},
    {"peak.UB", "units", kS, true, "the same in UB"},
    {"peak.L0A", "units", kS, true, "the same in L0A"},
    {"peak.L0B", "units", kS, true, "the same in L0B"},
    {"peak.L0C", "units", kS, true, "the same in L0C"},
    {"resident_peak.L1", "units", kS, true, "most that the plan keeps at once in L1"},
    {"resident_peak.UB", "units", kS, true, "the same in UB"},
    {"resident_peak.L0A", "units", kS, true, "the same in L0A"},
    {"resident_peak.L0B", "units", kS, true, "the same in L0B"},
    {"resident_peak.L0C", "units", kS, true, "the same in L0C"},
};

}  // namespace

Span<Metric> metric_table() {
    return {kMetrics, std::size(kMetrics)};
}

std::size_t metric_index(std::string_view name) {
    std::size_t at = 0;
    while (at < std::size(kMetrics) && kMetrics[at].name != name) {
        ++at;
    }
    return at;
}

}  // namespace systole::store
