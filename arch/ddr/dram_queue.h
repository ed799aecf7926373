#pragma once

#include "arch/ddr/dram_standard.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace systole::arch {

// A READ or WRITE of one access that a channel has taken on.
struct DramRequest {
    DramCycles arrival;
    std::uint32_t bank;
    std::uint32_t row;
    bool write;
    std::uint32_t tag;  // the caller's name for it
};

// The requests a channel may reorder, indexed: per bank and direction in order of age, and per row
// in order of age. Every call takes constant time (open() one look-up of a hash), however many
// requests wait.
class DramQueue {
 public:
    struct Entry {
        DramRequest request;
        std::uint64_t age = 0;  // rising with arrival
    };

    explicit DramQueue(std::size_t capacity);

    bool full() const { return size_ == entries_.size(); }
    bool empty() const { return size_ == 0; }
    void push(const DramRequest& request);

    // Banks with requests of a direction, a bit each.
    std::uint32_t banks(bool write) const { return banks_[write ? 1 : 0]; }
    // The oldest request to a bank; it has one.
    const Entry& oldest(bool write, std::uint32_t bank) const {
        return entries_[lane(write, bank).head].entry;
    }
    // The oldest request to the bank's open row; nullptr: none.
    const Entry* hit(bool write, std::uint32_t bank) const {
        const std::uint32_t group = lane(write, bank).hits;
        return group == kNone ? nullptr : &entries_[groups_[group].head].entry;
    }
    // Takes out what hit() gave.
    void pop_hit(bool write, std::uint32_t bank);

    void open(std::uint32_t bank, std::uint32_t row);
    void close(std::uint32_t bank);

 private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    static constexpr std::size_t kMaxBanks = 32;

    struct Slot {
        Entry entry;
        std::uint32_t previous = kNone, next = kNone;  // in age, of its bank and direction
        std::uint32_t next_of_row = kNone;
        std::uint32_t group = kNone;
    };
    // Requests of one direction to one row.
    struct Group {
        std::uint64_t key = 0;
        std::uint32_t head = kNone, tail = kNone;
        std::uint32_t next_of_bucket = kNone;
    };
    // Requests of one direction to one bank.
    struct Lane {
        std::uint32_t head = kNone, tail = kNone;
        std::uint32_t hits = kNone;  // the group of the open row
    };

    static std::size_t lane_index(bool write, std::uint32_t bank) {
        return (write ? kMaxBanks : 0) + bank;
    }
    const Lane& lane(bool write, std::uint32_t bank) const {
        return lanes_[lane_index(write, bank)];
    }
    static std::uint64_t key_of(bool write, std::uint32_t bank, std::uint32_t row) {
        return (std::uint64_t{row} << 6) | (bank << 1) | (write ? 1u : 0u);
    }
    std::size_t bucket_of(std::uint64_t key) const;
    std::uint32_t find_group(std::uint64_t key) const;
    std::uint32_t add_group(std::uint64_t key);
    void remove_group(std::uint32_t group);

    std::vector<Slot> entries_;
    std::vector<std::uint32_t> free_entries_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> free_groups_;
    std::vector<std::uint32_t> buckets_;  // a power of two of them
    std::array<Lane, 2 * kMaxBanks> lanes_{};
    std::array<std::uint32_t, 2> banks_{};
    static constexpr std::uint32_t kClosed = 0xFFFFFFFFu;
    std::array<std::uint32_t, kMaxBanks> open_row_;
    std::size_t size_ = 0;
    std::uint64_t next_age_ = 0;
};

}  // namespace systole::arch
