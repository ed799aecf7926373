#include "sim/core/error.h"
#include "sim/plan/dag/op_graph.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace systole::dag {
namespace {

using ir::NodeKind;

// Emits nodes, each after all it waits for.
class Expansion {
 public:
    explicit Expansion(const ir::Program& program)
        : program_(program), waiting_(program.nodes()), emitted_(program.nodes(), false) {
        for (std::size_t v = 0; v < waiting_.size(); ++v) {
            waiting_[v] = static_cast<std::uint32_t>(program.pred[v].size());
        }
        order_.reserve(waiting_.size());
    }

    // Emits `root` and before it what it still waits for, depth first, smaller ids first.
    void bring(std::uint32_t root) {
        if (emitted_[root]) {
            return;
        }
        open(root);
        while (!stack_.empty()) {
            if (missing_.size() > stack_.back().first) {
                const std::uint32_t next = missing_.back();
                missing_.pop_back();
                if (!emitted_[next]) {
                    open(next);
                }
                continue;
            }
            const std::uint32_t v = stack_.back().node;
            stack_.pop_back();
            emit(v);
        }
    }

    void emit_ready_frees() {
        while (!frees_.empty()) {
            const std::uint32_t f = frees_.top();
            frees_.pop();
            if (!emitted_[f]) {
                emit(f);
            }
        }
    }

    ir::Order finish() {
        // Buffers that no operation touches.
        for (std::uint32_t v = 0; v < emitted_.size(); ++v) {
            bring(v);
        }
        SYSTOLE_INVARIANT(order_.size() == emitted_.size(), "an expanded sequence has all nodes");
        return std::move(order_);
    }

 private:
    struct Frame {
        std::uint32_t node;
        std::size_t first;  // of what it waits for in missing_
    };

    void open(std::uint32_t v) {
        const std::size_t first = missing_.size();
        for (const NodeId p : program_.pred[v]) {
            if (!emitted_[index(p)]) {
                missing_.push_back(index(p));
            }
        }
        std::sort(missing_.begin() + static_cast<std::ptrdiff_t>(first),
                  missing_.end(),
                  std::greater<>());
        stack_.push_back({v, first});
    }

    void emit(std::uint32_t v) {
        emitted_[v] = true;
        order_.push_back(NodeId{v});
        for (const NodeId s : program_.succ[v]) {
            if (--waiting_[index(s)] == 0 && program_.kind[index(s)] == NodeKind::kFree) {
                frees_.push(index(s));
            }
        }
    }

    const ir::Program& program_;
    std::vector<std::uint32_t> waiting_;
    std::vector<bool> emitted_;
    ir::Order order_;
    std::vector<Frame> stack_;
    std::vector<std::uint32_t> missing_;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> frees_;
};

}  // namespace

ir::Order OpGraph::expand(const std::vector<Op>& sequence) const {
    Expansion expansion(program_);
    for (const Op op : sequence) {
        expansion.bring(index(node_[op]));
        expansion.emit_ready_frees();
    }
    return expansion.finish();
}

}  // namespace systole::dag
