#pragma once

#include <cstdint>
#include <string_view>

namespace systole::generate {

// An unsigned count that sticks at its largest value instead of wrapping around, for sizes that are
// computed before it is known whether they make sense.
class Count {
 public:
    constexpr Count(std::uint64_t value = 0) : value_(value) {}  // NOLINT: a number is a count

    constexpr std::uint64_t value() const { return value_; }

    friend constexpr Count operator+(Count a, Count b) {
        return a.value_ > kMost - b.value_ ? kMost : a.value_ + b.value_;
    }
    friend constexpr Count operator*(Count a, Count b) {
        return a.value_ != 0 && b.value_ > kMost / a.value_ ? kMost : a.value_ * b.value_;
    }
    constexpr Count& operator+=(Count b) { return *this = *this + b; }

 private:
    static constexpr std::uint64_t kMost = UINT64_MAX;

    std::uint64_t value_;
};

// How much a trace made by DataflowBuilder holds.
struct TraceSize {
    Count buffers;
    Count operations;
    Count listed;   // buffers that operations list, summed: each is one edge from its last writer
    Count closing;  // those of them that the buffer's FREE waits for: one edge each

    Count nodes() const { return 2 * buffers + operations; }
    Count edges() const { return buffers + listed + closing; }
};

// Error{kBadInput, "generate.size"} unless a trace can hold that much: at most 2^32 - 2 nodes,
// edges and buffer listings, because ids and offsets have 32 bits.
void require_possible(const TraceSize& size, std::string_view kernel);

}  // namespace systole::generate
