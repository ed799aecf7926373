#include "tests/support/random_dag.h"

#include "sim/ir/program_builder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace systole::test {

namespace {

constexpr std::size_t kNewest = 6;  // inputs are mostly taken from the last few buffers of a tier

// What an operation of one kind does: `op` on `pipe` reads one buffer of each tier in `in` and
// writes one of tier `out`.
struct Kind {
    const char* op;
    Pipe pipe;
    std::vector<Tier> in;
    std::vector<Tier> out;  // none or one
    bool accumulates;       // may write a buffer that exists already
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> table = {
        {"COPY_IN", Pipe::kMTE2, {}, {Tier::kL1}, false},
        {"COPY_IN", Pipe::kMTE2, {}, {Tier::kUB}, false},
        {"MOVE", Pipe::kMTE1, {Tier::kL1}, {Tier::kL0A}, false},
        {"MOVE", Pipe::kMTE1, {Tier::kL1}, {Tier::kL0B}, false},
        {"D2S", Pipe::kMTE1, {Tier::kL1, Tier::kL1}, {Tier::kL1}, false},
        {"MATMUL", Pipe::kCube, {Tier::kL0A, Tier::kL0B}, {Tier::kL0C}, true},
        {"CONV", Pipe::kCube, {Tier::kL1, Tier::kL1, Tier::kL0B}, {Tier::kL1}, true},
        {"COPY", Pipe::kFixp, {Tier::kL0C}, {Tier::kUB}, false},
        {"COPY_OUT", Pipe::kFixp, {Tier::kL0C}, {}, false},
        {"EXP", Pipe::kVector, {Tier::kUB}, {Tier::kUB}, true},
        {"ADD", Pipe::kVector, {Tier::kUB, Tier::kUB}, {Tier::kUB}, true},
        {"SELECT", Pipe::kVector, {Tier::kUB, Tier::kUB, Tier::kUB}, {Tier::kUB}, false},
        {"COPY", Pipe::kMTE3, {Tier::kUB}, {Tier::kL1}, false},
        {"COPY_OUT", Pipe::kMTE3, {Tier::kUB}, {}, false},
        {"COPY_OUT", Pipe::kMTE3, {Tier::kL1}, {}, false},
    };
    return table;
}

struct Buffer {
    Tier tier;
    std::uint32_t size;
    std::size_t writer;                // operation that last wrote it
    std::vector<std::size_t> readers;  // since then
};

struct Operation {
    const Kind* kind;
    std::uint32_t cycles;
    std::vector<std::size_t> bufs;
    std::vector<std::size_t> after;  // operations it waits for
};

// The kernel before it has ids: operations in an order that respects their dependencies.
class Kernel {
 public:
    Kernel(Random& random, std::size_t operations) : random_(random) {
        while (ops.size() < operations) {
            add_operation();
        }
    }

    std::vector<Buffer> buffers;
    std::vector<Operation> ops;

 private:
    void add_operation() {
        std::vector<const Kind*> possible;
        for (const Kind& kind : kinds()) {
            if (std::all_of(
                    kind.in.begin(), kind.in.end(), [&](Tier t) { return !of_tier_[t].empty(); })) {
                possible.push_back(&kind);
            }
        }
        const Kind& kind = *possible[random_.below(possible.size())];
        const std::size_t self = ops.size();
        Operation op{&kind, random_.percent(5) ? 0 : random_.between(1, 400), {}, {}};

        for (const Tier tier : kind.in) {
            const std::size_t b = pick(tier);
            if (std::count(op.bufs.begin(), op.bufs.end(), b) == 0) {
                op.bufs.push_back(b);
                op.after.push_back(buffers[b].writer);
                buffers[b].readers.push_back(self);
            }
        }
        for (const Tier tier : kind.out) {
            write(tier, op, self);
        }
        if (self > 0 && random_.percent(10)) {
            op.after.push_back(random_.below(self));
        }
        std::sort(op.after.begin(), op.after.end());
        op.after.erase(std::unique(op.after.begin(), op.after.end()), op.after.end());
        ops.push_back(std::move(op));
    }

    void write(Tier tier, Operation& op, std::size_t self) {
        if (op.kind->accumulates && !of_tier_[tier].empty() && random_.percent(40)) {
            const std::size_t b = pick(tier);
            if (std::count(op.bufs.begin(), op.bufs.end(), b) == 0) {
                Buffer& buffer = buffers[b];
                op.after.push_back(buffer.writer);
                op.after.insert(op.after.end(), buffer.readers.begin(), buffer.readers.end());
                buffer.writer = self;
                buffer.readers.clear();
                op.bufs.push_back(b);
                return;
            }
        }
        op.bufs.push_back(buffers.size());
        of_tier_[tier].push_back(buffers.size());
        buffers.push_back({tier, random_.between(1, 24), self, {}});
    }

    std::size_t pick(Tier tier) {
        const std::vector<std::size_t>& all = of_tier_[tier];
        const std::size_t n = random_.percent(75) ? std::min(all.size(), kNewest) : all.size();
        return all[all.size() - 1 - random_.below(n)];
    }

    Random& random_;
    PerTier<std::vector<std::size_t>> of_tier_;
};

// Hands out ids. ALLOCs go in front of their first user and FREEs behind their last one, as close
// (lazy), as far (eager) or as random as the case wants; operations keep their order.
class Numbering {
 public:
    Numbering(Random& random, const Kernel& kernel)
        : random_(random), kernel_(kernel), ids_(kernel.buffers.size()) {}

    ir::Program run() {
        const std::size_t n = kernel_.ops.size();
        std::vector<std::vector<std::size_t>> allocs(n);
        std::vector<std::vector<std::size_t>> frees(n);
        const std::size_t style = random_.below(3);
        for (std::size_t b = 0; b < kernel_.buffers.size(); ++b) {
            const auto [first, last] = lifetime(b);
            const std::size_t early[] = {first, 0, random_.below(first + 1)};
            const std::size_t late[] = {last, n - 1, last + random_.below(n - last)};
            allocs[early[style]].push_back(b);
            frees[late[style]].push_back(b);
        }
        std::vector<NodeId> op_ids(n);
        for (std::size_t i = 0; i < n; ++i) {
            for (const std::size_t b : allocs[i]) {
                ids_[b] = builder_.alloc(kernel_.buffers[b].tier, kernel_.buffers[b].size);
            }
            op_ids[i] = operation(kernel_.ops[i], op_ids);
            for (const std::size_t b : frees[i]) {
                free(b, op_ids);
            }
        }
        return builder_.finish();
    }

 private:
    std::pair<std::size_t, std::size_t> lifetime(std::size_t b) const {
        std::size_t first = kernel_.ops.size();
        std::size_t last = 0;
        for (std::size_t i = 0; i < kernel_.ops.size(); ++i) {
            const std::vector<std::size_t>& bufs = kernel_.ops[i].bufs;
            if (std::count(bufs.begin(), bufs.end(), b) > 0) {
                first = std::min(first, i);
                last = i;
            }
        }
        return {first, last};
    }

    NodeId operation(const Operation& op, const std::vector<NodeId>& op_ids) {
        std::vector<BufId> bufs;
        for (const std::size_t b : op.bufs) {
            bufs.push_back(ids_[b]);
        }
        const NodeId id =
            builder_.operation(builder_.op(op.kind->op), op.kind->pipe, op.cycles, bufs);
        for (const std::size_t b : op.bufs) {
            builder_.edge(builder_.alloc_of(ids_[b]), id);
        }
        for (const std::size_t before : op.after) {
            builder_.edge(op_ids[before], id);
        }
        return id;
    }

    // The last writer and the readers since then are enough: everyone before is their ancestor.
    void free(std::size_t b, const std::vector<NodeId>& op_ids) {
        const NodeId id = builder_.free(ids_[b]);
        const Buffer& buffer = kernel_.buffers[b];
        builder_.edge(op_ids[buffer.writer], id);
        for (const std::size_t reader : buffer.readers) {
            builder_.edge(op_ids[reader], id);
        }
    }

    Random& random_;
    const Kernel& kernel_;
    ir::ProgramBuilder builder_;
    std::vector<BufId> ids_;
};

}  // namespace

RandomDag random_dag(std::uint64_t seed, std::size_t operations) {
    Random random(seed);
    const Kernel kernel(random, operations);
    RandomDag dag;
    for (const Operation& op : kernel.ops) {
        PerTier<std::uint64_t> need{};
        for (const std::size_t b : op.bufs) {
            need[kernel.buffers[b].tier] += kernel.buffers[b].size;
        }
        for (const Tier t : kTiers) {
            dag.capacity[t] = std::max(dag.capacity[t], need[t]);
        }
    }
    for (const Tier t : kTiers) {
        dag.capacity[t] += dag.capacity[t] * random.below(51) / 100;
        dag.capacity[t] = std::max<std::uint64_t>(dag.capacity[t], 1);  // a tier is never empty
    }
    dag.program = Numbering(random, kernel).run();
    dag.program.file = "random_dag(" + std::to_string(seed) + ")";
    return dag;
}

}  // namespace systole::test
