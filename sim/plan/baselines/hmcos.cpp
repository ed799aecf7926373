#include "sim/plan/baselines/hmcos.h"

#include "sim/plan/baselines/candidate.h"
#include "sim/plan/baselines/hierarchy.h"
#include "sim/plan/baselines/set_hash.h"
#include "sim/plan/dag/ready_set.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/fit_check.h"
#include "sim/plan/place/victim_rule.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;
namespace {

constexpr std::size_t kBeam = 64;
constexpr std::size_t kFanout = 12;  // ready vertices tried per state, the first ones by id
constexpr int kRounds = 8;
// States times vertices of a round at most: the beam narrows on large graphs.
constexpr std::size_t kStateBudget = 100'000;
constexpr std::size_t kMostForBeam = 16'384;  // more, and one state alone goes on

// Beam search for the order of a hierarchy's vertices that has the least peak.
class TopSearch {
 public:
    TopSearch(const OpGraph& graph, const config::ArchConfig& config, const Hierarchy& hierarchy)
        : hierarchy_(hierarchy), machine_(graph, config) {}

    // The sequence of operations; nothing when no state stays within the budget.
    std::optional<std::vector<Op>> run(std::uint64_t budget) {
        const std::size_t beam = beam_of(hierarchy_.size());
        std::vector<State> states(1);
        states[0].machine = machine_.state();  // nothing has run
        states[0].waiting.resize(hierarchy_.size());
        states[0].ready = dag::ReadySet(hierarchy_.size());
        for (std::uint32_t v = 0; v < hierarchy_.size(); ++v) {
            states[0].waiting[v] = static_cast<std::uint32_t>(hierarchy_.pred[v].size());
            if (states[0].waiting[v] == 0) {
                states[0].ready.insert(v);
            }
        }
        for (std::size_t round = 0; round < hierarchy_.size(); ++round) {
            std::vector<Extension> extensions = extend(states, budget);
            keep_best(extensions, beam);
            if (extensions.empty()) {
                return std::nullopt;
            }
            advance(states, extensions);
        }
        std::vector<Op> sequence;
        for (std::uint32_t link = states[0].link; link != kNone; link = links_[link].previous) {
            const std::vector<Op>& ops = hierarchy_.ops[links_[link].vertex];
            sequence.insert(sequence.end(), ops.rbegin(), ops.rend());
        }
        std::reverse(sequence.begin(), sequence.end());
        return sequence;
    }

 private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct State {
        dag::OpMachine::State machine;
        std::vector<std::uint32_t> waiting;  // per vertex
        dag::ReadySet ready;
        std::uint64_t hash = 0;
        std::uint32_t link = kNone;
    };
    struct Extension {
        std::uint32_t state;
        std::uint32_t vertex;
        std::uint64_t peak;
        std::uint64_t now;
        std::uint64_t hash;
    };
    struct Link {
        std::uint32_t vertex;
        std::uint32_t previous;
    };

    std::vector<Extension> extend(std::vector<State>& states, std::uint64_t budget) {
        std::vector<Extension> extensions;
        for (std::uint32_t s = 0; s < states.size(); ++s) {
            machine_.exchange(states[s].machine);
            states[s].ready.each_of_first(kFanout, [&](std::uint32_t v) {
                const std::uint64_t before = machine_.peak();
                for (const Op op : hierarchy_.ops[v]) {
                    machine_.run(op);
                }
                if (machine_.peak() <= budget) {
                    extensions.push_back(
                        {s, v, machine_.peak(), machine_.pressure(), states[s].hash ^ set_hash(v)});
                }
                machine_.undo(0, before);
            });
            machine_.exchange(states[s].machine);
        }
        return extensions;
    }

    // One extension per executed set, the one of lowest peak, then of all the first `beam`.
    static void keep_best(std::vector<Extension>& extensions, std::size_t beam) {
        const auto better = [](const Extension& a, const Extension& b) {
            return std::tie(a.peak, a.now, a.state, a.vertex) <
                   std::tie(b.peak, b.now, b.state, b.vertex);
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
        if (extensions.size() > beam) {
            extensions.resize(beam);
        }
    }

    // The states that the extensions lead to. The last child takes its parent over.
    void advance(std::vector<State>& states, const std::vector<Extension>& extensions) {
        std::vector<std::uint32_t> children(states.size(), 0);
        for (const Extension& e : extensions) {
            ++children[e.state];
        }
        std::vector<State> next;
        next.reserve(extensions.size());
        for (const Extension& e : extensions) {
            next.push_back(--children[e.state] == 0 ? std::move(states[e.state]) : states[e.state]);
            run(next.back(), e);
        }
        states = std::move(next);
    }

    void run(State& state, const Extension& e) {
        machine_.exchange(state.machine);
        for (const Op op : hierarchy_.ops[e.vertex]) {
            machine_.run(op);
        }
        machine_.exchange(state.machine);
        state.hash = e.hash;
        state.ready.erase(e.vertex);
        for (const std::uint32_t s : hierarchy_.succ[e.vertex]) {
            if (--state.waiting[s] == 0) {
                state.ready.insert(s);
            }
        }
        links_.push_back({e.vertex, state.link});
        state.link = static_cast<std::uint32_t>(links_.size() - 1);
    }

    // Several states are copied at every step, which takes vertices * vertices time.
    static std::size_t beam_of(std::size_t vertices) {
        return vertices > kMostForBeam
                   ? 1
                   : std::clamp<std::size_t>(kStateBudget / (vertices + 1), 2, kBeam);
    }

    const Hierarchy& hierarchy_;
    dag::OpMachine machine_;
    std::vector<Link> links_;
};

class Hmcos {
 public:
    Hmcos(const OpGraph& graph, const config::ArchConfig& config)
        : graph_(graph), config_(config), sequences_(make_sequences(graph)) {}

    // An order whose peak is at most that of node ids and of demand order.
    std::vector<Op> run() {
        std::vector<Op> best = graph_.by_id();
        best_peak_ = dag::peak_pressure(graph_, config_, best);
        const std::vector<Op> demand = graph_.by_demand();
        if (const std::uint64_t peak = dag::peak_pressure(graph_, config_, demand);
            peak < best_peak_) {
            best = demand;
            best_peak_ = peak;
        }
        const std::vector<std::uint32_t> root = post_dominator_roots(graph_, sequences_);
        std::vector<bool> dissolved(sequences_.size(), false);
        for (int round = 0; round < kRounds; ++round) {
            const Hierarchy hierarchy =
                build_hierarchy(graph_, sequences_, root, dissolved, demand);
            const auto found = TopSearch(graph_, config_, hierarchy).run(best_peak_);
            if (found) {
                const std::uint64_t peak = dag::peak_pressure(graph_, config_, *found);
                if (peak <= best_peak_) {
                    best = *found;
                    best_peak_ = peak;
                }
            }
            if (!dissolve(best, root, dissolved)) {
                break;
            }
        }
        return best;
    }

 private:
    // Dissolves the groups of those who opened what is alive at the peaks, and the groups right
    // behind those sequences. False when none was left whole.
    bool dissolve(const std::vector<Op>& order,
                  const std::vector<std::uint32_t>& root,
                  std::vector<bool>& dissolved) const {
        std::vector<std::uint32_t> sequence_of(graph_.size(), 0);
        std::vector<std::uint32_t> members(sequences_.size(), 0);
        for (std::uint32_t s = 0; s < sequences_.size(); ++s) {
            ++members[root[s]];
            for (const Op op : sequences_[s]) {
                sequence_of[op] = s;
            }
        }
        std::vector<Op> opener(graph_.program().buffers(), 0);
        dag::OpMachine machine(graph_, config_);
        std::vector<bool> counted(graph_.program().buffers(), false);
        bool any = false;
        const auto break_up = [&](std::uint32_t group) {
            any = any || (!dissolved[group] && members[group] > 1);
            dissolved[group] = true;
        };
        std::vector<BufId> alive;
        for (const Op op : order) {
            for (const BufId b : graph_.needs(op)) {
                if (!machine.resident(b)) {
                    opener[index(b)] = op;
                    alive.push_back(b);
                }
            }
            machine.forget_peak();
            machine.run(op);
            if (machine.peak() == best_peak_) {
                for (const BufId b : alive) {
                    if (!counted[index(b)]) {
                        counted[index(b)] = true;
                        const std::uint32_t s = sequence_of[opener[index(b)]];
                        break_up(root[s]);
                        for (const Op next : graph_.succ(sequences_[s].back())) {
                            break_up(root[sequence_of[next]]);
                        }
                    }
                }
            }
            alive.erase(
                std::remove_if(
                    alive.begin(), alive.end(), [&](BufId b) { return !machine.resident(b); }),
                alive.end());
        }
        return any;
    }

    const OpGraph& graph_;
    const config::ArchConfig& config_;
    std::vector<std::vector<Op>> sequences_;
    std::uint64_t best_peak_ = 0;
};

}  // namespace

ir::Plan plan_hmcos(const ir::Program& program,
                    const config::ArchConfig& config,
                    place::SpillLog* log) {
    place::check_fits(program, config);
    const OpGraph graph(program);
    const std::vector<Op> found = Hmcos(graph, config).run();
    ir::Order order = graph.expand(found);
    Candidate best = place_candidate(program, order, config, "window");
    // Equal peaks are equally good to HMCOS: then what they cost decides.
    const std::uint64_t peak = dag::peak_pressure(graph, config, found);
    for (const std::vector<Op>& other : {graph.by_id(), graph.by_demand()}) {
        if (dag::peak_pressure(graph, config, other) > peak) {
            continue;
        }
        const ir::Order other_order = graph.expand(other);
        Candidate candidate = place_candidate(program, other_order, config, "window");
        if (cheaper(candidate, best)) {
            best = std::move(candidate);
            order = other_order;
        }
    }
    if (log != nullptr) {
        place::place_best_fit(program, order, config, place::victim_rule("window"), log);
    }
    return std::move(best.plan);
}

}  // namespace systole::baselines
