#pragma once

#include "arch/cube/cycle_grid.h"
#include "arch/cube/grid_kernels.h"
#include "arch/cube/row_stationary_order.h"
#include "arch/cube/tensor.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace systole::arch {

// The row-stationary array of Eyeriss (Chen et al., ISCA 2016), value by value: PE(i, j) of a set
// keeps filter row i, works on input row i + stride * j and makes a partial sum of output row j.
//
// The controller's word (which MAC, or weights from the port) goes from filter row to filter row,
// one a cycle, so row i works i cycles behind row 0. A new input element goes the same way along
// its diagonal, from PE(i, j) to PE(i + stride, j - 1) in `stride` cycles; only the PEs at the
// diagonals' ends read the buffer. A finished partial sum meets that of the row before, which came
// one hop, and goes on; the r sets with different channels are one such chain. Behind the last row
// it is added to what the buffer holds. Weights come over a port of `weight_words_per_cycle`, whose
// register keeps the rest of a line for the next load; they are shared along a row of PEs, input
// elements between the t sets.
template <class Element>
class RowStationaryGrid final : public CycleGrid {
 public:
    using Sum = Accumulator<Element>;
    // `input`: batch x channels x rows x columns with its padding; `weights`: filters x channels x
    // rows x taps. The mapping is one of row_stationary_cost(). Bad input: "array.no-grid" for what
    // this model leaves to the closed form: double buffering, mac_latency, interval, depth above 1;
    // "array.shape" for tensors of other sizes.
    RowStationaryGrid(const ConvShape& conv,
                      const Array& array,
                      const RowStationaryMapping& mapping,
                      std::uint64_t weight_words_per_cycle,
                      Tensor<Element> input,
                      Tensor<Element> weights);

    bool done() const override { return ended_ && draining_ == 0; }
    bool busy_at(std::size_t row, std::size_t col) const override;
    GridValue sum_at(std::size_t row, std::size_t col) const override;
    ArrayCost cost() const override;

    // batch x filters x rows x columns; whole when done().
    const Tensor<Sum>& output() const { return output_; }

 protected:
    void cycle() override;

 private:
    using Place = RowStationaryOrder::Place;
    // A weight on its way to a row of PEs.
    struct Word {
        std::size_t row;   // of the chain
        std::size_t slot;  // in weights_
        Element value;
    };
    // What the controller says to row 0, and a cycle later to row 1, and so on.
    struct Command {
        std::optional<Place> mac;
        std::vector<Word> words;
    };

    void begin_load();
    Command next_command();
    void obey(std::size_t row, const Command& command);
    void take_input(std::size_t row, const Place& at);
    void multiply(std::size_t row, const Place& at);
    void hand_on(std::size_t row, const Place& at);
    // Real channel, filter row and filter of a MAC; a set at the edge has fewer.
    std::optional<std::uint64_t> channel_of(std::size_t row, const Place& at) const;
    std::optional<std::uint64_t> filter_row_of(std::size_t row, const Place& at) const;
    std::optional<std::uint64_t> filter_of(std::size_t set, const Place& at) const;
    std::uint64_t columns_in(const Place& at) const;  // output rows of the pass's strip
    std::optional<std::size_t> pe_at(std::size_t row, std::size_t col) const;

    std::size_t pe(std::size_t set, std::size_t row, std::size_t col) const {
        return (set * rows_ + row) * map_.e + col;
    }
    std::size_t weight_slot(std::size_t set, std::size_t row, const Place& at) const {
        return (((set * rows_ + row) * map_.p + at.filter) * map_.q + at.channel) * map_.taps +
               at.tap;
    }
    std::size_t input_slot(std::size_t row, std::size_t col, const Place& at) const;

    const ConvShape conv_;
    const RowStationaryMapping map_;
    const RowStationaryOrder order_;
    const std::size_t rows_;  // of the chain: filter rows of all r sets
    const std::uint64_t port_words_;
    const Tensor<Element> input_, kernel_;
    Tensor<Sum> output_;

    // Register files and registers. Weights: one copy for a row of PEs; inputs: one for the t sets.
    std::vector<Element> weights_;
    std::vector<Element> inputs_;
    std::vector<Element> diagonal_;  // stride stages, each rows x e
    std::vector<Sum> sums_;          // p for each PE
    std::vector<Sum> chain_;         // finished sums on their way
    std::vector<Sum> shown_;
    std::vector<char> used_;

    std::vector<Command> commands_;  // a ring: what each row does
    std::size_t newest_ = 0;
    Place next_;
    std::vector<Word> load_;       // words of the current load
    std::size_t load_taken_ = 0;   // ... that have been sent
    std::uint64_t port_left_ = 0;  // words in the port's register
    bool ended_ = false;
    std::size_t draining_ = 0;  // cycles until the last command has reached the last row
};

extern template class RowStationaryGrid<std::int8_t>;
extern template class RowStationaryGrid<std::int16_t>;
extern template class RowStationaryGrid<float>;

}  // namespace systole::arch
