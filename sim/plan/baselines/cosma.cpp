#include "sim/plan/baselines/cosma.h"

#include "sim/plan/baselines/candidate.h"
#include "sim/plan/baselines/joint_state.h"
#include "sim/plan/dag/ready_set.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/fit_check.h"
#include "sim/plan/place/victim_rule.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;
namespace {

constexpr std::size_t kBeam = 8;
constexpr std::size_t kFanout = 8;
constexpr std::size_t kLookahead = 64;  // ready operations weighed per state, the first ones by id
constexpr std::size_t kSegment = 128;   // steps after which one state alone goes on
// Beyond this many operations states are too large to copy at every step: one state goes on.
constexpr std::size_t kMostForBeam = 16'384;

class Search {
 public:
    Search(const OpGraph& graph, const config::ArchConfig& config)
        : graph_(graph), beam_(graph.size() > kMostForBeam ? 1 : kBeam) {
        states_.push_back({JointState(graph, config), {}, dag::ReadySet(graph.size()), kNone});
        State& start = states_.front();
        start.waiting.assign(graph.size(), 0);
        for (const Op op : graph.inner()) {
            start.waiting[op] = static_cast<std::uint32_t>(graph.inner_pred(op).size());
            if (start.waiting[op] == 0) {
                start.ready.insert(op);
            }
        }
    }

    std::vector<Op> run() {
        const std::size_t steps = graph_.inner().size();
        for (std::size_t i = 0; i < steps; ++i) {
            advance(i % kSegment == kSegment - 1 ? 1 : beam_);
        }
        std::vector<Op> sequence;
        for (std::uint32_t link = states_.front().link; link != kNone;
             link = links_[link].previous) {
            sequence.push_back(links_[link].op);
        }
        std::reverse(sequence.begin(), sequence.end());
        return sequence;
    }

 private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct State {
        JointState joint;
        std::vector<std::uint32_t> waiting;
        dag::ReadySet ready;
        std::uint32_t link;
    };
    struct Extension {
        Units traffic;
        std::uint64_t pressure;
        std::uint32_t state;
        Op op;
        std::uint64_t hash;
    };
    struct Link {
        Op op;
        std::uint32_t previous;
    };

    // The ready operations worth a try: least to bring, then most to end, then id.
    std::vector<Op> choices(const State& state) const {
        std::vector<std::tuple<Units, Units, Op>> weighed;
        state.ready.each_of_first(kLookahead, [&](Op op) {
            const auto [missing, ending] = state.joint.outlook(op);
            weighed.emplace_back(missing, ~ending, op);
        });
        const std::size_t kept = std::min(weighed.size(), kFanout);
        std::partial_sort(
            weighed.begin(), weighed.begin() + static_cast<std::ptrdiff_t>(kept), weighed.end());
        std::vector<Op> ops;
        for (std::size_t i = 0; i < kept; ++i) {
            ops.push_back(std::get<2>(weighed[i]));
        }
        return ops;
    }

    void advance(std::size_t keep) {
        std::vector<Extension> extensions;
        for (std::uint32_t s = 0; s < states_.size(); ++s) {
            for (const Op op : choices(states_[s])) {
                JointState& joint = states_[s].joint;
                joint.remember();
                joint.step(op);
                extensions.push_back({joint.traffic(), joint.pressure(), s, op, joint.hash()});
                joint.back();
            }
        }
        const auto better = [](const Extension& a, const Extension& b) {
            return std::tie(a.traffic, a.pressure, a.op, a.state) <
                   std::tie(b.traffic, b.pressure, b.op, b.state);
        };
        std::sort(
            extensions.begin(), extensions.end(), [&](const Extension& a, const Extension& b) {
                return a.hash != b.hash ? a.hash < b.hash : better(a, b);
            });
        extensions.erase(
            std::unique(extensions.begin(),
                        extensions.end(),
                        [](const Extension& a, const Extension& b) { return a.hash == b.hash; }),
            extensions.end());
        std::sort(extensions.begin(), extensions.end(), better);
        extensions.resize(std::min(extensions.size(), keep));

        std::vector<std::uint32_t> children(states_.size(), 0);
        for (const Extension& e : extensions) {
            ++children[e.state];
        }
        std::vector<State> next;
        next.reserve(extensions.size());
        for (const Extension& e : extensions) {
            // The last child takes its parent over.
            next.push_back(--children[e.state] == 0 ? std::move(states_[e.state])
                                                    : states_[e.state]);
            go(next.back(), e.op);
        }
        states_ = std::move(next);
    }

    void go(State& state, Op op) {
        state.joint.remember();
        state.joint.step(op);
        state.ready.erase(op);
        for (const Op s : graph_.inner_succ(op)) {
            if (--state.waiting[s] == 0) {
                state.ready.insert(s);
            }
        }
        links_.push_back({op, state.link});
        state.link = static_cast<std::uint32_t>(links_.size() - 1);
    }

    const OpGraph& graph_;
    const std::size_t beam_;
    std::vector<State> states_;
    std::vector<Link> links_;
};

}  // namespace

ir::Plan plan_cosma(const ir::Program& program,
                    const config::ArchConfig& config,
                    place::SpillLog* log) {
    place::check_fits(program, config);
    const OpGraph graph(program);
    std::optional<Candidate> best;
    ir::Order best_order;
    std::string_view best_rule;
    constexpr std::array<std::string_view, 2> kRules = {"window", "belady"};
    for (const std::vector<Op>& sequence :
         {Search(graph, config).run(), graph.by_id(), graph.by_demand()}) {
        const ir::Order order = graph.expand(sequence);
        for (const std::string_view rule : kRules) {
            Candidate candidate = place_candidate(program, order, config, rule);
            if (!best || candidate.extra_ddr < best->extra_ddr) {
                best = std::move(candidate);
                best_order = order;
                best_rule = rule;
            }
        }
    }
    if (log != nullptr) {
        place::place_best_fit(program, best_order, config, place::victim_rule(best_rule), log);
    }
    return std::move(best->plan);
}

}  // namespace systole::baselines
