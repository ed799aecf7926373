#include "tests/sim/report/html/sample_run.h"

#include "sim/ir/program_builder.h"
#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

namespace systole::test {
namespace {

constexpr std::uint32_t kTile = 256;
constexpr std::uint32_t kPanel = 128;

class ProductTrace {
 public:
    explicit ProductTrace(const SampleRun::Shape& shape) : shape_(shape) {}

    ir::Program build() {
        a_ = inputs(shape_.rows * shape_.depth);
        b_ = inputs(shape_.depth * shape_.columns);
        for (std::size_t i = 0; i < shape_.rows; ++i) {
            for (std::size_t j = 0; j < shape_.columns; ++j) {
                // Back and forth over the columns, so that tiles of b are met again soon.
                result_tile(i, i % 2 == 0 ? j : shape_.columns - 1 - j);
            }
            free_panels();
            free_inputs(a_, i * shape_.depth, shape_.depth);
        }
        free_inputs(b_, 0, b_.size());
        return builder_.finish();
    }

 private:
    struct Input {
        BufId buf;
        NodeId loaded;
        std::vector<NodeId> users;
    };

    NodeId run(const char* op, Pipe pipe, std::uint32_t cycles, const std::vector<BufId>& bufs) {
        const NodeId node = builder_.operation(builder_.op(op), pipe, cycles, bufs);
        for (const BufId b : bufs) {
            builder_.edge(builder_.alloc_of(b), node);
        }
        return node;
    }

    void free_after(BufId buf, std::initializer_list<NodeId> users) {
        const NodeId freed = builder_.free(buf);
        for (const NodeId user : users) {
            builder_.edge(user, freed);
        }
    }

    std::vector<Input> inputs(std::size_t count) {
        std::vector<Input> list;
        for (std::size_t k = 0; k < count; ++k) {
            const BufId buf = builder_.alloc(Tier::kL1, kTile);
            list.push_back({buf, run("COPY_IN", Pipe::kMTE2, 406, {buf}), {}});
        }
        return list;
    }

    void free_inputs(const std::vector<Input>& list, std::size_t first, std::size_t count) {
        for (std::size_t k = first; k < first + count; ++k) {
            const NodeId freed = builder_.free(list[k].buf);
            for (const NodeId user : list[k].users) {
                builder_.edge(user, freed);
            }
        }
    }

    NodeId move(Input& from, BufId to) {
        const NodeId node = run("MOVE", Pipe::kMTE1, 44, {from.buf, to});
        builder_.edge(from.loaded, node);
        from.users.push_back(node);
        return node;
    }

    void free_panels() {
        for (const auto& [buf, user] : panels_) {
            free_after(buf, {user});
        }
        panels_.clear();
    }

    void result_tile(std::size_t i, std::size_t j) {
        const BufId c = builder_.alloc(Tier::kL0C, kTile);
        NodeId last = builder_.alloc_of(c);
        for (std::size_t k = 0; k < shape_.depth; ++k) {
            const BufId left = builder_.alloc(Tier::kL0A, kPanel);
            const BufId right = builder_.alloc(Tier::kL0B, kPanel);
            const NodeId moved_left = move(a_[i * shape_.depth + k], left);
            const NodeId moved_right = move(b_[k * shape_.columns + j], right);
            const NodeId product = run("MATMUL", Pipe::kCube, 320, {left, right, c});
            builder_.edge(moved_left, product);
            builder_.edge(moved_right, product);
            builder_.edge(last, product);
            // One step later, so that the next panels have addresses of their own.
            free_panels();
            panels_ = {{left, product}, {right, product}};
            last = product;
        }
        const BufId row = builder_.alloc(Tier::kUB, kTile);
        const BufId scale = builder_.alloc(Tier::kUB, kPanel);
        const NodeId drained = run("COPY", Pipe::kFixp, 190, {c, row});
        builder_.edge(last, drained);
        const NodeId peak = run("ROWMAX", Pipe::kVector, 66, {row, scale});
        builder_.edge(drained, peak);
        const NodeId shifted = run("SUB", Pipe::kVector, 90, {row, scale});
        builder_.edge(peak, shifted);
        const NodeId powered = run("EXP", Pipe::kVector, 240, {row});
        builder_.edge(shifted, powered);
        const NodeId scaled = run("MUL", Pipe::kVector, 90, {row, scale});
        builder_.edge(powered, scaled);
        const NodeId stored = run("COPY_OUT", Pipe::kMTE3, 300, {row});
        builder_.edge(scaled, stored);
        free_after(c, {drained});
        free_after(row, {stored});
        free_after(scale, {scaled});
    }

    SampleRun::Shape shape_;
    ir::ProgramBuilder builder_;
    std::vector<Input> a_;
    std::vector<Input> b_;
    std::vector<std::pair<BufId, NodeId>> panels_;
};

// An order that loads an input right before its first user, by depth first search from each FREE.
ir::Order lazy_order(const ir::Program& program) {
    ir::Order order;
    order.reserve(program.nodes());
    std::vector<bool> done(program.nodes(), false);
    std::vector<NodeId> stack;
    const auto place_with_needs = [&](NodeId root) {
        stack.push_back(root);
        while (!stack.empty()) {
            const NodeId v = stack.back();
            bool ready = true;
            for (const NodeId p : program.pred[index(v)]) {
                if (!done[index(p)]) {
                    stack.push_back(p);
                    ready = false;
                    break;
                }
            }
            if (ready) {
                stack.pop_back();
                if (!done[index(v)]) {
                    done[index(v)] = true;
                    order.push_back(v);
                }
            }
        }
    };
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        const NodeId node{static_cast<std::uint32_t>(v)};
        if (program.pipe[v] == Pipe::kCube || program.pipe[v] == Pipe::kMTE3 ||
            program.kind[v] == ir::NodeKind::kFree) {
            place_with_needs(node);
        }
    }
    return order;
}

// The recurrence with every third transfer half as long again.
ir::Timeline stretched(const ir::ExecGraph& graph) {
    ir::ExecGraph slow = graph;
    for (std::size_t v = 0; v < slow.nodes(); v += 3) {
        if (slow.pipe[v] == Pipe::kMTE2 || slow.pipe[v] == Pipe::kMTE3) {
            slow.cycles[v] += slow.cycles[v] / 2;
        }
    }
    ir::Timeline timeline = model::recurrence(slow);
    timeline.lost.resize(slow.nodes());
    for (std::size_t v = 0; v < slow.nodes(); ++v) {
        timeline.lost[v] = slow.cycles[v] - graph.cycles[v];
    }
    return timeline;
}

// What each operation does, by its pipe; `layers` layers, each a stretch of the order.
void add_work(ir::Program& program, const ir::Order& order, std::size_t layers) {
    program.element = ElementType::kInt8;
    program.work.resize(program.nodes());
    program.layers.resize(layers);
    for (std::size_t l = 0; l < layers; ++l) {
        program.layers[l].name = "row " + std::to_string(l);
        program.layers[l].bytes = {{64 * 64, (l + 1) * 64 * 64, 64 * 64}};
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::size_t v = index(order[at]);
        if (program.kind[v] != ir::NodeKind::kOperation) {
            continue;
        }
        ir::Work& work = program.work[v];
        work.layer = static_cast<std::uint32_t>(at * layers / order.size());
        work.m = work.n = work.k = 64;
        if (program.pipe[v] == Pipe::kCube) {
            work.kind = ir::WorkKind::kMatmul;
            program.layers[work.layer].macs += std::uint64_t{work.m} * work.n * work.k;
        } else if (program.pipe[v] == Pipe::kVector) {
            work.kind = ir::WorkKind::kVector;
            work.k = 2;
        } else {
            work.kind = ir::WorkKind::kMove;
            work.operand = program.pipe[v] == Pipe::kMTE3 || program.pipe[v] == Pipe::kFixp
                               ? Operand::kOutputs
                               : kOperands[v % 2];
        }
    }
}

config::EnergyTable sample_prices() {
    config::EnergyTable table;
    table.mac[0] = 300'000;
    table.vector[0] = 200'000;
    table.sram = {{8192, {1'250'000, 1'250'000}}};
    table.dma = 500'000;
    table.ddr = {20'000'000, 20'000'000};
    table.idle.cube = 40'000'000;
    return table;
}

}  // namespace

SampleRun::SampleRun(const Shape& shape) {
    config_.name = "sample-core";
    config_.file = "sample.yaml";
    config_.contention = shape.contention;
    constexpr std::array<std::uint64_t, kTierCount> kCapacity = {16384, 1024, 256, 256, 512};
    for (const Tier t : kTiers) {
        config_.tiers[t].capacity = kCapacity[index(t)];
    }
    program_ = ProductTrace(shape).build();
    program_.file = "sample.json";
    add_work(program_, lazy_order(program_), shape.rows);
    plan_ = place::place_best_fit(
        program_, lazy_order(program_), config_, place::victim_rule("belady"));
    graph_ = model::build_exec_graph(program_, plan_, config_);
    timeline_ = shape.contention ? stretched(graph_) : model::recurrence(graph_);
    waits_ = model::node_waits(graph_, timeline_);
    metrics_ = model::measure(program_, plan_, graph_, timeline_, waits_, config_);
    layers_ = model::layer_stats(program_, graph_, timeline_, config_);
    energy_.table = "sample";
    energy_.energy =
        model::energy_of(program_, graph_, timeline_, layers_, config_, sample_prices());
}

RunResult SampleRun::report() const {
    const std::string hash(64, 'a');
    RunResult result;
    result.workload = "sample_product";
    result.method = "lazy";
    result.spill = "belady";
    result.config = config_;
    result.program = std::make_shared<ir::Program>(program_);
    result.plan = plan_;
    result.graph = graph_;
    result.timeline = timeline_;
    result.metrics = metrics_;
    result.waits = waits_;
    result.layers = layers_;
    result.energy = energy_;
    result.provenance = {"0.1.0",
                         "2.3.4",
                         "g++ 12.2.0",
                         "systole run sample.yaml sample.json --schedule lazy",
                         hash,
                         {{"config", "sample.yaml", hash}, {"trace", "sample.json", hash}}};
    return result;
}

}  // namespace systole::test
