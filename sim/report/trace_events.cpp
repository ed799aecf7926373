#include "sim/report/trace_events.h"

#include "sim/report/occupancy.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace systole::report {
namespace {

using Kind = TraceEvent::Kind;

// Lays out the slices of one pipe after the other, each after the one before it on its pipe.
class SliceLayout {
 public:
    SliceLayout(const ir::ExecGraph& graph, const ir::Timeline& timeline, std::uint64_t clock_mhz)
        : graph_(graph), timeline_(timeline), clock_mhz_(clock_mhz) {
        spill_out_time_.resize((graph.nodes() - graph.trace_nodes) / 2);
    }

    void add(std::vector<TraceEvent>& events) {
        // MTE3 first: an arrow must not end at a SPILL_IN before it starts at the SPILL_OUT.
        constexpr std::array<Pipe, kPipeCount> kLayoutOrder = {
            Pipe::kMTE3, Pipe::kMTE1, Pipe::kMTE2, Pipe::kCube, Pipe::kVector, Pipe::kFixp};
        for (const Pipe p : kLayoutOrder) {
            free_ = 0;
            free_shared_ = false;
            for (const NodeId v : graph_.order) {
                if (graph_.pipe[index(v)] == p) {
                    add_node(v, events);
                }
            }
        }
    }

 private:
    void add_node(NodeId v, std::vector<TraceEvent>& events) {
        const bool is_spill = index(v) >= graph_.trace_nodes;
        const std::size_t k = is_spill ? (index(v) - graph_.trace_nodes) / 2 : 0;
        Nanoseconds start = std::max(to_nanoseconds(timeline_.start[index(v)], clock_mhz_), free_);
        if (is_spill && free_shared_ && start == free_) {
            ++start;
        }
        if (graph_.is_spill_in(v)) {
            start = std::max(start, spill_out_time_[k]);
        }
        const Nanoseconds end =
            std::max(to_nanoseconds(timeline_.end[index(v)], clock_mhz_), start);
        events.push_back({start, end - start, index(v), Kind::kSlice});
        free_ = is_spill ? std::max(end, start + 1) : end;
        free_shared_ = !is_spill && start == end;
        if (is_spill) {
            const bool out = graph_.is_spill_out(v);
            if (out) {
                spill_out_time_[k] = start;
            }
            events.push_back(
                {start, 0, static_cast<std::uint32_t>(k), out ? Kind::kArrowOut : Kind::kArrowIn});
        }
    }

    const ir::ExecGraph& graph_;
    const ir::Timeline& timeline_;
    std::uint64_t clock_mhz_;
    // On the current track: where the next slice may start, and whether an operation of no length
    // stands there already.
    Nanoseconds free_ = 0;
    bool free_shared_ = false;
    std::vector<Nanoseconds> spill_out_time_;
};

void add_counters(const ir::ExecGraph& graph,
                  const ir::Timeline& timeline,
                  std::uint64_t clock_mhz,
                  std::vector<TraceEvent>& events) {
    const PerTier<std::vector<OccupancyStep>> steps = occupancy(graph, timeline);
    for (const Tier t : kTiers) {
        for (const OccupancyStep& step : steps[t]) {
            events.push_back({to_nanoseconds(step.time, clock_mhz),
                              step.used,
                              static_cast<std::uint32_t>(index(t)),
                              Kind::kCounter});
        }
    }
}

}  // namespace

std::vector<TraceEvent> trace_events(const ir::ExecGraph& graph,
                                     const ir::Timeline& timeline,
                                     std::uint64_t clock_mhz) {
    std::vector<TraceEvent> events;
    events.reserve(graph.nodes() + 2 * graph.residencies.size());
    SliceLayout(graph, timeline, clock_mhz).add(events);
    add_counters(graph, timeline, clock_mhz, events);
    // Stable: point slices, and counter steps that fall into one nanosecond, stay in their order.
    std::stable_sort(events.begin(), events.end(), [](const TraceEvent& a, const TraceEvent& b) {
        const auto length = [](const TraceEvent& e) {
            return e.kind == Kind::kSlice ? e.value : 0;
        };
        return std::tuple(a.time, a.kind, length(b)) < std::tuple(b.time, b.kind, length(a));
    });
    return events;
}

}  // namespace systole::report
