#include "arch/ddr/dram_queue.h"

#include "sim/core/error.h"

namespace systole::arch {
namespace {

// Twice the entries and more, so that a bucket holds one group as a rule.
std::size_t buckets_for(std::size_t capacity) {
    std::size_t buckets = 4;
    while (buckets < 2 * capacity) {
        buckets *= 2;
    }
    return buckets;
}

}  // namespace

DramQueue::DramQueue(std::size_t capacity)
    : entries_(capacity), groups_(capacity), buckets_(buckets_for(capacity), kNone) {
    open_row_.fill(kClosed);
    for (std::size_t i = capacity; i > 0; --i) {
        free_entries_.push_back(static_cast<std::uint32_t>(i - 1));
        free_groups_.push_back(static_cast<std::uint32_t>(i - 1));
    }
}

std::size_t DramQueue::bucket_of(std::uint64_t key) const {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15u;  // Fibonacci hashing, upper bits
    return static_cast<std::size_t>((key * kGolden) >> 32) & (buckets_.size() - 1);
}

std::uint32_t DramQueue::find_group(std::uint64_t key) const {
    std::uint32_t group = buckets_[bucket_of(key)];
    while (group != kNone && groups_[group].key != key) {
        group = groups_[group].next_of_bucket;
    }
    return group;
}

std::uint32_t DramQueue::add_group(std::uint64_t key) {
    const std::uint32_t group = free_groups_.back();
    free_groups_.pop_back();
    std::uint32_t& bucket = buckets_[bucket_of(key)];
    groups_[group] = {key, kNone, kNone, bucket};
    bucket = group;
    return group;
}

void DramQueue::remove_group(std::uint32_t group) {
    std::uint32_t* link = &buckets_[bucket_of(groups_[group].key)];
    while (*link != group) {
        link = &groups_[*link].next_of_bucket;
    }
    *link = groups_[group].next_of_bucket;
    free_groups_.push_back(group);
}

void DramQueue::push(const DramRequest& request) {
    SYSTOLE_INVARIANT(!full(), "a request to a full DRAM queue");
    const std::uint32_t at = free_entries_.back();
    free_entries_.pop_back();
    ++size_;
    const std::uint64_t key = key_of(request.write, request.bank, request.row);
    std::uint32_t group = find_group(key);
    if (group == kNone) {
        group = add_group(key);
    }
    Lane& lane = lanes_[lane_index(request.write, request.bank)];
    entries_[at] = {{request, next_age_++}, lane.tail, kNone, kNone, group};
    (lane.tail == kNone ? lane.head : entries_[lane.tail].next) = at;
    lane.tail = at;
    Group& g = groups_[group];
    (g.tail == kNone ? g.head : entries_[g.tail].next_of_row) = at;
    g.tail = at;
    if (open_row_[request.bank] == request.row) {
        lane.hits = group;
    }
    banks_[request.write ? 1 : 0] |= 1u << request.bank;
}

void DramQueue::pop_hit(bool write, std::uint32_t bank) {
    Lane& lane = lanes_[lane_index(write, bank)];
    SYSTOLE_INVARIANT(lane.hits != kNone, "no request to the open row");
    Group& group = groups_[lane.hits];
    const std::uint32_t at = group.head;
    const Slot& slot = entries_[at];
    (slot.previous == kNone ? lane.head : entries_[slot.previous].next) = slot.next;
    (slot.next == kNone ? lane.tail : entries_[slot.next].previous) = slot.previous;
    group.head = slot.next_of_row;
    if (group.head == kNone) {
        remove_group(lane.hits);
        lane.hits = kNone;
    }
    if (lane.head == kNone) {
        banks_[write ? 1 : 0] &= ~(1u << bank);
    }
    free_entries_.push_back(at);
    --size_;
}

void DramQueue::open(std::uint32_t bank, std::uint32_t row) {
    open_row_[bank] = row;
    for (const bool write : {false, true}) {
        lanes_[lane_index(write, bank)].hits = find_group(key_of(write, bank, row));
    }
}

void DramQueue::close(std::uint32_t bank) {
    open_row_[bank] = kClosed;
    for (const bool write : {false, true}) {
        lanes_[lane_index(write, bank)].hits = kNone;
    }
}

}  // namespace systole::arch
