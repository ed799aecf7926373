#include "sim/plan/search/placement.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::search {

using dag::Op;
using dag::OpGraph;

Placement::Placement(const OpGraph& graph, const config::ArchConfig& config)
    : graph_(graph), program_(graph.program()) {
    for (const Tier t : kTiers) {
        tiers_[t].space = place::TierState(static_cast<std::uint32_t>(config.tiers[t].capacity));
    }
    buffers_.resize(program_.buffers());
    const std::vector<place::BufferCost> costs = place::buffer_costs(program_, config);
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        static_cast<place::BufferCost&>(buffers_[b]) = costs[b];
    }
    // A buffer has one entry per using operation and one for its FREE.
    use_offset_.assign(buffers_.size() + 1, 0);
    for (Op op = 0; op < graph.size(); ++op) {
        for (const BufId b : graph.own(op)) {
            ++use_offset_[index(b) + 1];
        }
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        use_offset_[b + 1] += use_offset_[b] + 1;
    }
    use_.resize(use_offset_.back());
    use_count_.resize(buffers_.size());
    end_.resize(graph.size());
}

Outcome Placement::evaluate(const std::vector<std::uint32_t>& anchors,
                            const PlacementRule& rule,
                            bool timed,
                            Units traffic_limit,
                            Cycles makespan_limit) {
    rule_ = rule;
    timed_ = timed;
    list_operations(anchors);
    run(traffic_limit, makespan_limit);
    return outcome_;
}

ir::Plan Placement::plan(const std::vector<std::uint32_t>& anchors, const PlacementRule& rule) {
    ir::Plan plan;
    plan.offset.resize(buffers_.size());
    plan.order.reserve(program_.nodes());
    recorded_ = &plan;
    evaluate(anchors, rule, true);
    recorded_ = nullptr;
    return plan;
}

// Feeders right before the first operation that needs them.
void Placement::list_operations(const std::vector<std::uint32_t>& anchors) {
    sequence_.clear();
    listed_.assign(graph_.size(), false);
    for (const std::uint32_t a : anchors) {
        stack_.push_back(a);
        while (!stack_.empty()) {
            const std::uint32_t v = stack_.back();
            const std::size_t depth = stack_.size();
            if (!listed_[v]) {
                const auto feeders = graph_.feeders(v);
                for (std::size_t i = feeders.size(); i-- > 0;) {
                    if (!listed_[feeders[i]]) {
                        stack_.push_back(feeders[i]);
                    }
                }
            }
            if (stack_.size() == depth) {
                stack_.pop_back();
                if (!listed_[v]) {
                    listed_[v] = true;
                    sequence_.push_back(v);
                }
            }
        }
    }
    SYSTOLE_INVARIANT(sequence_.size() == graph_.size(), "an operation is missing");
}

void Placement::list_uses() {
    std::fill(use_count_.begin(), use_count_.end(), 0u);
    for (std::uint32_t i = 0; i < sequence_.size(); ++i) {
        for (const BufId b : graph_.own(sequence_[i])) {
            use_[use_offset_[index(b)] + use_count_[index(b)]++] = i;
        }
    }
    // The FREE's place: after the last operation that it waits for.
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        const std::uint32_t n = use_count_[b];
        use_[use_offset_[b] + n] = n == 0 ? 0 : use_[use_offset_[b] + n - 1];
    }
    for (std::uint32_t i = 0; i < sequence_.size(); ++i) {
        for (const BufId b : graph_.holds(sequence_[i])) {
            std::uint32_t& end = use_[use_offset_[index(b)] + use_count_[index(b)]];
            end = std::max(end, i);
        }
    }
}

void Placement::start() {
    for (const Tier t : kTiers) {
        tiers_[t].space.clear();
        tiers_[t].released.clear();
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        Buffer& buffer = buffers_[b];
        buffer.resident = buffer.opened = buffer.freed = false;
        buffer.pinned = 0;
        buffer.next = use_offset_[b];
        buffer.ends_left = graph_.holders(BufId{static_cast<std::uint32_t>(b)});
        buffer.open_end = buffer.users_end = buffer.out_end = buffer.ends_end = 0;
    }
    pipe_free_ = {};
    outcome_ = {};
}

void Placement::run(Units traffic_limit, Cycles makespan_limit) {
    list_uses();
    start();
    for (std::uint32_t i = 0; i < sequence_.size(); ++i) {
        step(i);
        if (outcome_.traffic > traffic_limit || outcome_.makespan > makespan_limit) {
            return;
        }
    }
    // Buffers that no operation uses.
    for (std::uint32_t b = 0; b < buffers_.size(); ++b) {
        if (!buffers_[b].freed) {
            open(b);
            free_buffer(b);
        }
    }
}

void Placement::step(std::uint32_t position) {
    now_ = position;
    const Op op = sequence_[position];
    for (const BufId b : graph_.others(op)) {
        open(index(b));
    }
    const auto bufs = graph_.own(op);
    for (const BufId b : bufs) {
        buffers_[index(b)].pinned = position + 1;
    }
    for (const BufId b : bufs) {
        bring(index(b));
    }
    execute(op);
    for (const BufId b : bufs) {
        buffers_[index(b)].pinned = 0;
        ++buffers_[index(b)].next;
    }
    for (const BufId b : graph_.holds(op)) {
        Buffer& buffer = buffers_[index(b)];
        buffer.ends_end = std::max(buffer.ends_end, timed_ ? end_[op] : 0);
        if (--buffer.ends_left == 0) {
            free_buffer(index(b));
        }
    }
}

void Placement::execute(Op op) {
    const NodeId node = graph_.node(op);
    if (recorded_ != nullptr) {
        recorded_->order.push_back(node);
    }
    if (!timed_) {
        return;
    }
    Cycles& pipe = pipe_free_[program_.pipe[index(node)]];
    Cycles start = pipe;
    for (const Op p : graph_.pred(op)) {
        start = std::max(start, end_[p]);
    }
    const auto bufs = graph_.own(op);
    for (const BufId b : bufs) {
        start = std::max(start, buffers_[index(b)].open_end);
    }
    const Cycles end = start + program_.cycles[index(node)];
    end_[op] = end;
    pipe = end;
    for (const BufId b : bufs) {
        Cycles& last = buffers_[index(b)].users_end;
        last = std::max(last, end);
    }
    outcome_.makespan = std::max(outcome_.makespan, end);
}

// Opens a buffer that has not been, without needing it.
void Placement::open(std::uint32_t buffer) {
    if (!buffers_[buffer].opened) {
        bring(buffer);
    }
}

void Placement::bring(std::uint32_t buffer) {
    Buffer& b = buffers_[buffer];
    if (b.resident) {
        return;
    }
    std::uint32_t offset = 0;
    if (!find_room(b, &offset)) {
        bring_side_by_side(sequence_[now_], b.tier);
        return;
    }
    enter(buffer, offset);
}

// The buffers of `op` stand so that one of them has no gap although all would fit: empties the
// tier and brings them in one after the other.
void Placement::bring_side_by_side(Op op, Tier tier) {
    const place::TierState& space = tiers_[tier].space;
    while (!space.residents().empty()) {
        spill_out(index(space.residents().back().buf));
    }
    std::uint32_t offset = 0;
    for (const BufId b : graph_.own(op)) {
        Buffer& buffer = buffers_[index(b)];
        if (buffer.tier == tier && !buffer.resident) {
            SYSTOLE_INVARIANT(offset + buffer.size <= space.capacity(),
                              "an operation's buffers do not fit together");
            enter(index(b), offset);
            offset += buffer.size;
        }
    }
}

void Placement::enter(std::uint32_t buffer, std::uint32_t offset) {
    Buffer& b = buffers_[buffer];
    TimedTier& tier = tiers_[b.tier];
    tier.space.enter(BufId{buffer}, offset, b.size);
    b.offset = offset;
    b.resident = true;
    Cycles end = timed_ ? free_since(tier, offset, offset + b.size) : 0;
    if (b.opened) {
        if (timed_) {
            Cycles& pipe = pipe_free_[Pipe::kMTE2];
            end = std::max({end, pipe, b.out_end}) + b.in;
            pipe = end;
            outcome_.makespan = std::max(outcome_.makespan, end);
        }
        if (recorded_ != nullptr) {
            recorded_->spills[b.spill].new_offset = offset;
            recorded_->order.push_back(ir::spill_in_id(program_.nodes(), b.spill));
        }
    } else {
        b.opened = true;
        b.users_end = end;
        if (recorded_ != nullptr) {
            recorded_->offset[buffer] = offset;
            recorded_->order.push_back(program_.alloc[buffer]);
        }
    }
    b.open_end = end;
}

// `at`: when its addresses are given up.
void Placement::leave(std::uint32_t buffer, Cycles at) {
    Buffer& b = buffers_[buffer];
    TimedTier& tier = tiers_[b.tier];
    tier.space.leave(b.offset, b.size);
    b.resident = false;
    if (timed_) {
        release(tier, b.offset, b.offset + b.size, at);
    }
}

void Placement::spill_out(std::uint32_t buffer) {
    Buffer& b = buffers_[buffer];
    outcome_.traffic += b.traffic;
    if (timed_) {
        Cycles& pipe = pipe_free_[Pipe::kMTE3];
        // A reload that nobody used does not hold it up: the execution model orders the two by
        // nothing.
        pipe = std::max(pipe, b.users_end) + b.out;
        b.out_end = pipe;
        outcome_.makespan = std::max(outcome_.makespan, pipe);
    }
    if (recorded_ != nullptr) {
        b.spill = static_cast<std::uint32_t>(recorded_->spills.size());
        recorded_->order.push_back(ir::spill_out_id(program_.nodes(), b.spill));
        recorded_->spills.push_back({BufId{buffer}, 0});
    }
    leave(buffer, b.out_end);
}

void Placement::free_buffer(std::uint32_t buffer) {
    Buffer& b = buffers_[buffer];
    if (!b.resident) {
        // Its last users have run, but something else kept its FREE waiting.
        std::uint32_t offset = 0;
        const bool found = find_room(b, &offset);
        SYSTOLE_INVARIANT(found, "an unpinned tier has no room for a buffer that fits it");
        enter(buffer, offset);
    }
    b.freed = true;
    if (recorded_ != nullptr) {
        recorded_->order.push_back(program_.free[buffer]);
    }
    leave(buffer, std::max({b.open_end, b.users_end, b.ends_end}));
}

bool Placement::find_room(const Buffer& b, std::uint32_t* offset) {
    if (find_gap(b, offset)) {
        return true;
    }
    if (!find_window(b, offset)) {
        return false;
    }
    victims_.clear();
    const Span<place::Resident> residents = tiers_[b.tier].space.residents();
    for (std::size_t i = tiers_[b.tier].space.first_above(*offset);
         i < residents.size() && residents[i].lo < *offset + b.size;
         ++i) {
        victims_.push_back(index(residents[i].buf));
    }
    for (const std::uint32_t victim : victims_) {
        spill_out(victim);
    }
    return true;
}

}  // namespace systole::search
