#pragma once

#include "arch/cube/systolic_timing.h"
#include "sim/core/ids.h"

#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

namespace systole::arch {

// A register's value: integer or floating, as the element type has it.
using GridValue = std::variant<std::int64_t, double>;

template <class Sum>
GridValue grid_value(Sum sum) {
    if constexpr (std::is_integral_v<Sum>) {
        return static_cast<std::int64_t>(sum);
    } else {
        return static_cast<double>(sum);
    }
}

// A value that left the grid.
struct GridOutput {
    std::uint64_t column;  // of the grid
    std::uint64_t m, n;    // element of C
    bool partial;          // more will be added to it
    GridValue value;
};

// A grid of PEs at register level, without SystemC: step() is one clock cycle, in which every value
// moves at most one hop. Cycles, accesses and MACs are counted as they happen; nothing here knows a
// closed form.
class CycleGrid {
 public:
    explicit CycleGrid(const Array& array) : array_(array) {}
    virtual ~CycleGrid() = default;
    CycleGrid(const CycleGrid&) = delete;
    CycleGrid& operator=(const CycleGrid&) = delete;

    // One clock cycle; not after done(). Errors: SYSTOLE_INVARIANT when two values that belong
    // together do not meet.
    void step();
    // All outputs have left.
    virtual bool done() const = 0;

    const Array& array() const { return array_; }

    // Cycles so far; while step() runs, the number of that cycle, from 1.
    Cycles cycles() const { return cycles_; }
    // PEs that did a useful MAC in the last cycle, and one of them: padding does not count.
    std::uint64_t busy() const { return busy_; }
    virtual bool busy_at(std::size_t row, std::size_t col) const = 0;
    // The sum that PE (row, col) holds after the last cycle: ws, is: on its way south; os, rs: the
    // accumulator.
    virtual GridValue sum_at(std::size_t row, std::size_t col) const = 0;

    // Keep what leaves in each cycle; off by default.
    void record_outputs(bool on) { record_ = on; }
    // What left in the last cycle, west to east; padding columns are not listed.
    const std::vector<GridOutput>& outputs() const { return outputs_; }

    // What the run has taken so far.
    virtual ArrayCost cost() const = 0;
    std::uint64_t macs() const { return macs_; }

 protected:
    virtual void cycle() = 0;
    // cost() without folds and mapping utilization.
    ArrayCost counted() const;

    const Array array_;
    bool record_ = false;
    std::vector<GridOutput> outputs_;
    std::uint64_t busy_ = 0;
    PerOperand<std::uint64_t> reads_{}, writes_{};

 private:
    Cycles cycles_ = 0;
    std::uint64_t macs_ = 0;
};

}  // namespace systole::arch
