#include "sim/plan/search/placement.h"

#include "sim/core/error.h"
#include "sim/model/spill_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace systole::search {

Placement::Placement(const OpView& view, const config::ArchConfig& config)
    : view_(view), program_(view.program()) {
    for (const Tier t : kTiers) {
        tiers_[t].capacity = static_cast<std::uint32_t>(config.tiers[t].capacity);
    }
    buffers_.resize(program_.buffers());
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        const model::SpillCost cost =
            model::spill_cost(program_.size[b], program_.backed[b], config.spill);
        buffers_[b].size = program_.size[b];
        buffers_[b].tier = program_.tier[b];
        buffers_[b].backed = program_.backed[b];
        buffers_[b].traffic = cost.traffic;
        buffers_[b].out = cost.out;
        buffers_[b].in = cost.in;
    }
    // A buffer has one entry per using operation and one for its FREE.
    use_offset_.assign(buffers_.size() + 1, 0);
    for (std::size_t v = 0; v < program_.nodes(); ++v) {
        if (program_.kind[v] == ir::NodeKind::kOperation) {
            for (const BufId b : program_.bufs[v]) {
                ++use_offset_[index(b) + 1];
            }
        }
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        use_offset_[b + 1] += use_offset_[b] + 1;
    }
    use_.resize(use_offset_.back());
    use_count_.resize(buffers_.size());
    node_end_.resize(program_.nodes());
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
    listed_.assign(program_.nodes(), false);
    for (const std::uint32_t a : anchors) {
        stack_.push_back(view_.node_of(a));
        while (!stack_.empty()) {
            const std::uint32_t v = stack_.back();
            const std::size_t depth = stack_.size();
            if (!listed_[v]) {
                const auto feeders = view_.feeders(v);
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
    SYSTOLE_INVARIANT(sequence_.size() == view_.operations(), "an operation is missing");
}

void Placement::list_uses() {
    std::fill(use_count_.begin(), use_count_.end(), 0u);
    for (std::uint32_t i = 0; i < sequence_.size(); ++i) {
        for (const BufId b : program_.bufs[sequence_[i]]) {
            use_[use_offset_[index(b)] + use_count_[index(b)]++] = i;
        }
    }
    // The FREE's place: after the last operation that it waits for.
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        const std::uint32_t n = use_count_[b];
        use_[use_offset_[b] + n] = n == 0 ? 0 : use_[use_offset_[b] + n - 1];
    }
    for (std::uint32_t i = 0; i < sequence_.size(); ++i) {
        for (const BufId b : view_.ends(sequence_[i])) {
            std::uint32_t& end = use_[use_offset_[index(b)] + use_count_[index(b)]];
            end = std::max(end, i);
        }
    }
}

void Placement::start() {
    for (const Tier t : kTiers) {
        tiers_[t].residents.clear();
        tiers_[t].released.clear();
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        Buffer& buffer = buffers_[b];
        buffer.resident = buffer.opened = buffer.freed = false;
        buffer.pinned = 0;
        buffer.next = use_offset_[b];
        buffer.ends_left = view_.end_count(static_cast<std::uint32_t>(b));
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
    const std::uint32_t node = sequence_[position];
    for (const BufId b : view_.opens(node)) {
        open(index(b));
    }
    const auto bufs = program_.bufs[node];
    for (const BufId b : bufs) {
        buffers_[index(b)].pinned = position + 1;
    }
    for (const BufId b : bufs) {
        bring(index(b));
    }
    execute(node);
    for (const BufId b : bufs) {
        buffers_[index(b)].pinned = 0;
        ++buffers_[index(b)].next;
    }
    for (const BufId b : view_.ends(node)) {
        Buffer& buffer = buffers_[index(b)];
        buffer.ends_end = std::max(buffer.ends_end, timed_ ? node_end_[node] : 0);
        if (--buffer.ends_left == 0) {
            free_buffer(index(b));
        }
    }
}

void Placement::execute(std::uint32_t node) {
    if (recorded_ != nullptr) {
        recorded_->order.push_back(NodeId{node});
    }
    if (!timed_) {
        return;
    }
    Cycles& pipe = pipe_free_[program_.pipe[node]];
    Cycles start = pipe;
    for (const std::uint32_t u : view_.op_preds(node)) {
        start = std::max(start, node_end_[u]);
    }
    const auto bufs = program_.bufs[node];
    for (const BufId b : bufs) {
        start = std::max(start, buffers_[index(b)].open_end);
    }
    const Cycles end = start + program_.cycles[node];
    node_end_[node] = end;
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

// The buffers of `node` stand so that one of them has no gap although all would fit: empties the
// tier and brings them in one after the other.
void Placement::bring_side_by_side(std::uint32_t node, Tier tier) {
    TierState& state = tiers_[tier];
    while (!state.residents.empty()) {
        spill_out(state.residents.back().buffer);
    }
    std::uint32_t offset = 0;
    for (const BufId b : program_.bufs[node]) {
        Buffer& buffer = buffers_[index(b)];
        if (buffer.tier == tier && !buffer.resident) {
            SYSTOLE_INVARIANT(offset + buffer.size <= state.capacity,
                              "an operation's buffers do not fit together");
            enter(index(b), offset);
            offset += buffer.size;
        }
    }
}

void Placement::enter(std::uint32_t buffer, std::uint32_t offset) {
    Buffer& b = buffers_[buffer];
    TierState& tier = tiers_[b.tier];
    const auto at = std::find_if(tier.residents.begin(),
                                 tier.residents.end(),
                                 [&](const Resident& r) { return r.lo >= offset; });
    tier.residents.insert(at, {offset, offset + b.size, buffer});
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
    TierState& tier = tiers_[b.tier];
    tier.residents.erase(std::find_if(tier.residents.begin(),
                                      tier.residents.end(),
                                      [&](const Resident& r) { return r.buffer == buffer; }));
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
    for (const Resident& r : tiers_[b.tier].residents) {
        if (r.hi > *offset && r.lo < *offset + b.size) {
            victims_.push_back(r.buffer);
        }
    }
    for (const std::uint32_t victim : victims_) {
        spill_out(victim);
    }
    return true;
}

bool Placement::find_gap(const Buffer& b, std::uint32_t* offset) const {
    const TierState& tier = tiers_[b.tier];
    const bool by_time = timed_ && rule_.earliest_gap;
    const bool high =
        (rule_.ends == PlacementRule::Ends::kSplit && !b.backed) ||
        (rule_.ends == PlacementRule::Ends::kLargeHigh && b.size >= tier.capacity / 8);
    bool found = false;
    Cycles best_wait = 0;
    std::uint32_t best_length = 0;
    std::uint32_t lo = 0;
    for (std::size_t i = 0; i <= tier.residents.size(); ++i) {
        const std::uint32_t hi = i < tier.residents.size() ? tier.residents[i].lo : tier.capacity;
        const std::uint32_t length = hi - lo;
        if (length >= b.size) {
            std::uint32_t at = high ? hi - b.size : lo;
            Cycles wait = 0;
            if (by_time) {
                // Waiting counts from when the transfer could start anyway.
                const Cycles ready = pipe_free_[Pipe::kMTE2];
                const Cycles low_end = std::max(ready, free_since(tier, lo, lo + b.size));
                const Cycles high_end = std::max(ready, free_since(tier, hi - b.size, hi));
                at = low_end <= high_end ? lo : hi - b.size;
                wait = std::min(low_end, high_end) - ready;
            }
            if (!found || wait < best_wait || (wait == best_wait && length < best_length)) {
                found = true;
                best_wait = wait;
                best_length = length;
                *offset = at;
            }
        }
        if (i < tier.residents.size()) {
            lo = tier.residents[i].hi;
        }
    }
    return found;
}

bool Placement::find_window(const Buffer& b, std::uint32_t* offset) const {
    const TierState& tier = tiers_[b.tier];
    Window best;
    const auto consider = [&](std::uint32_t lo) {
        if (lo <= tier.capacity - b.size) {
            const Window window = window_at(tier, lo, lo + b.size, best.price);
            // Of equals the one whose first victim is needed later.
            if (window.price < best.price ||
                (window.price == best.price && window.next_use > best.next_use)) {
                best = window;
                *offset = lo;
            }
        }
    };
    consider(0);
    consider(tier.capacity - b.size);
    for (const Resident& r : tier.residents) {
        consider(r.hi);
        if (r.lo >= b.size) {
            consider(r.lo - b.size);
        }
    }
    return best.price < std::numeric_limits<double>::infinity();
}

// The price is infinite where a pinned resident stands, or above `limit`.
Placement::Window Placement::window_at(const TierState& tier,
                                       std::uint32_t lo,
                                       std::uint32_t hi,
                                       double limit) const {
    Window window{0, ~std::uint32_t{0}};
    Cycles free_at = 0;
    const auto first = std::partition_point(tier.residents.begin(),
                                            tier.residents.end(),
                                            [&](const Resident& r) { return r.hi <= lo; });
    for (auto r = first; r != tier.residents.end() && r->lo < hi; ++r) {
        const Buffer& b = buffers_[r->buffer];
        if (b.pinned == now_ + 1) {
            return {};
        }
        const std::uint32_t next = use_[b.next];
        window.next_use = std::min(window.next_use, next);
        window.price +=
            static_cast<double>(b.traffic) / distance_power(next > now_ ? next - now_ : 1);
        if (window.price > limit) {
            return {};
        }
        free_at = std::max(free_at, b.users_end);
    }
    if (timed_ && rule_.wait_price > 0) {
        free_at = std::max(free_at, free_since(tier, lo, hi));
        const Cycles ready = pipe_free_[Pipe::kMTE2];
        if (free_at > ready) {
            window.price += rule_.wait_price * static_cast<double>(free_at - ready);
        }
    }
    return window;
}

// Square roots and products alone, which IEEE 754 fixes to the bit.
double Placement::distance_power(std::uint32_t distance) const {
    const double d = distance;
    double power = (rule_.half_power & 1u) != 0 ? std::sqrt(d) : 1.0;
    for (unsigned i = rule_.half_power / 2; i > 0; --i) {
        power *= d;
    }
    return power;
}

Cycles Placement::free_since(const TierState& tier, std::uint32_t lo, std::uint32_t hi) const {
    Cycles at = 0;
    for (const Released& r : tier.released) {
        if (r.hi > lo && r.lo < hi) {
            at = std::max(at, r.at);
        }
    }
    return at;
}

void Placement::release(TierState& tier, std::uint32_t lo, std::uint32_t hi, Cycles at) {
    split_.clear();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tier.released.size(); ++i) {
        const Released r = tier.released[i];
        if (r.hi <= lo || r.lo >= hi) {
            tier.released[kept++] = r;
            continue;
        }
        if (r.lo < lo) {
            split_.push_back({r.lo, lo, r.at});
        }
        if (r.hi > hi) {
            split_.push_back({hi, r.hi, r.at});
        }
    }
    tier.released.resize(kept);
    tier.released.insert(tier.released.end(), split_.begin(), split_.end());
    tier.released.push_back({lo, hi, at});
}

}  // namespace systole::search
