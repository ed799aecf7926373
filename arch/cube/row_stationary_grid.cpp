#include "arch/cube/row_stationary_grid.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace systole::arch {
namespace {

// As the kernels of grid_kernels.h: integer sums wrap.
template <class Sum>
Sum wrapping_sum(Sum a, Sum b) {
    if constexpr (std::is_integral_v<Sum>) {
        using Bits = std::make_unsigned_t<Sum>;
        return static_cast<Sum>(static_cast<Bits>(a) + static_cast<Bits>(b));
    } else {
        return a + b;
    }
}

}  // namespace

template <class Element>
RowStationaryGrid<Element>::RowStationaryGrid(const ConvShape& conv,
                                              const Array& array,
                                              const RowStationaryMapping& mapping,
                                              std::uint64_t weight_words_per_cycle,
                                              Tensor<Element> input,
                                              Tensor<Element> weights)
    : CycleGrid(array),
      conv_(conv),
      map_(mapping),
      order_(conv, mapping),
      rows_(mapping.set_rows * mapping.r),
      port_words_(weight_words_per_cycle),
      input_(std::move(input)),
      kernel_(std::move(weights)),
      output_(conv.batch, conv.filters, conv.out_h, conv.out_w),
      weights_(mapping.t * rows_ * mapping.p * mapping.q * mapping.taps),
      inputs_(rows_ * mapping.e * mapping.q * mapping.taps),
      diagonal_(conv.stride * rows_ * mapping.e),
      sums_(mapping.t * rows_ * mapping.e * mapping.p),
      chain_(mapping.t * rows_ * mapping.e),
      shown_(chain_.size()),
      used_(chain_.size()),
      commands_(rows_) {
    if (array.double_buffered || array.mac_latency != 1 || array.interval != 1 ||
        array.depth != 1) {
        throw_bad_input(
            "array.no-grid",
            {},
            "the row-stationary grid has one set of weight registers and a MAC a cycle; "
            "double buffering, mac_latency, interval and depth are the closed form's");
    }
    const std::uint64_t height = (conv.out_h - 1) * conv.stride + conv.filter_h;
    const std::uint64_t width = (conv.out_w - 1) * conv.stride + conv.filter_w;
    if (input_.size != std::array<std::size_t, 4>{conv.batch, conv.channels, height, width} ||
        kernel_.size !=
            std::array<std::size_t, 4>{conv.filters, conv.channels, conv.filter_h, conv.filter_w}) {
        throw_bad_input("array.shape",
                        {},
                        fmt::format("the operands do not fit the convolution: its input is {} x {} "
                                    "x {} x {}, its weights {} x {} x {} x {}",
                                    conv.batch,
                                    conv.channels,
                                    height,
                                    width,
                                    conv.filters,
                                    conv.channels,
                                    conv.filter_h,
                                    conv.filter_w));
    }
    begin_load();
}

template <class Element>
std::optional<std::uint64_t> RowStationaryGrid<Element>::channel_of(std::size_t row,
                                                                    const Place& at) const {
    const std::uint64_t of_set = at.channel_group * map_.q + at.channel;
    const std::uint64_t channel = row / map_.set_rows * order_.channels + of_set;
    return channel < conv_.channels ? std::optional(channel) : std::nullopt;
}

template <class Element>
std::optional<std::uint64_t> RowStationaryGrid<Element>::filter_row_of(std::size_t row,
                                                                       const Place& at) const {
    const std::uint64_t filter_row = at.row_fold * map_.set_rows + row % map_.set_rows;
    return filter_row < conv_.filter_h ? std::optional(filter_row) : std::nullopt;
}

template <class Element>
std::optional<std::uint64_t> RowStationaryGrid<Element>::filter_of(std::size_t set,
                                                                   const Place& at) const {
    const std::uint64_t filter = set * order_.filters + at.filter_group * map_.p + at.filter;
    return filter < conv_.filters ? std::optional(filter) : std::nullopt;
}

template <class Element>
std::uint64_t RowStationaryGrid<Element>::columns_in(const Place& at) const {
    return std::min(map_.e, conv_.out_h - at.pass % order_.strips * map_.e);
}

// The words of the weights that `next_` needs, in the order in which the rows get them.
template <class Element>
void RowStationaryGrid<Element>::begin_load() {
    load_.clear();
    load_taken_ = 0;
    Place at = next_;
    for (std::size_t row = 0; row < rows_; ++row) {
        for (std::size_t set = 0; set < map_.t; ++set) {
            for (at.filter = 0; at.filter < order_.filters_in(at); ++at.filter) {
                for (at.channel = 0; at.channel < order_.channels_in(at); ++at.channel) {
                    const auto filter = filter_of(set, at);
                    const auto channel = channel_of(row, at);
                    const auto filter_row = filter_row_of(row, at);
                    if (!filter || !channel || !filter_row) {
                        continue;
                    }
                    for (at.tap = 0; at.tap < order_.taps_in(at); ++at.tap) {
                        load_.push_back({row,
                                         weight_slot(set, row, at),
                                         kernel_.at(*filter,
                                                    *channel,
                                                    *filter_row,
                                                    at.tap_fold * map_.taps + at.tap)});
                    }
                }
            }
        }
    }
}

template <class Element>
typename RowStationaryGrid<Element>::Command RowStationaryGrid<Element>::next_command() {
    Command command;
    if (ended_) {
        return command;
    }
    const std::size_t wanted = load_.size() - load_taken_;
    const bool reads_port = wanted > port_left_;
    if (reads_port) {
        port_left_ += port_words_;
    }
    const std::size_t taken = std::min<std::size_t>(wanted, port_left_);
    port_left_ -= taken;
    command.words.assign(load_.begin() + static_cast<std::ptrdiff_t>(load_taken_),
                         load_.begin() + static_cast<std::ptrdiff_t>(load_taken_ + taken));
    load_taken_ += taken;
    reads_[Operand::kWeights] += taken;
    if (reads_port) {
        return command;
    }
    // The weights are there, or come out of the port's register with this word.
    command.mac = next_;
    switch (order_.advance(next_)) {
        case RowStationaryOrder::Next::kSameWeights:
            break;
        case RowStationaryOrder::Next::kOtherWeights:
            begin_load();
            break;
        case RowStationaryOrder::Next::kEnd:
            ended_ = true;
            draining_ = rows_;
            break;
    }
    return command;
}

// The last `taps` columns of each channel are kept, in a ring.
template <class Element>
std::size_t RowStationaryGrid<Element>::input_slot(std::size_t row,
                                                   std::size_t col,
                                                   const Place& at) const {
    const std::uint64_t column = at.x * conv_.stride + at.tap;
    return ((row * map_.e + col) * map_.q + at.channel) * map_.taps + column % order_.taps_in(at);
}

template <class Element>
void RowStationaryGrid<Element>::take_input(std::size_t row, const Place& at) {
    const bool is_new = at.x == 0 || at.tap + conv_.stride >= order_.taps_in(at);
    const auto channel = channel_of(row, at);
    const auto filter_row = filter_row_of(row, at);
    if (at.filter != 0 || !is_new || !channel || !filter_row) {
        return;
    }
    const std::uint64_t strip = at.pass % order_.strips;
    const std::uint64_t columns = columns_in(at);
    // What entered the diagonal's stages `stride` cycles ago is about to be replaced.
    Element* stage = diagonal_.data() + this->cycles() % conv_.stride * rows_ * map_.e;
    const std::size_t in_set = row % map_.set_rows;
    for (std::size_t col = 0; col < columns; ++col) {
        Element value{};
        if (in_set < conv_.stride || col + 1 == columns) {
            value = input_.at(at.pass / order_.strips,
                              *channel,
                              (strip * map_.e + col) * conv_.stride + *filter_row,
                              at.tap_fold * map_.taps + at.x * conv_.stride + at.tap);
            ++reads_[Operand::kActivations];
        } else {
            value = stage[(row - conv_.stride) * map_.e + col + 1];
        }
        inputs_[input_slot(row, col, at)] = value;
        stage[row * map_.e + col] = value;
    }
}

template <class Element>
void RowStationaryGrid<Element>::multiply(std::size_t row, const Place& at) {
    if (!channel_of(row, at) || !filter_row_of(row, at)) {
        return;
    }
    const std::uint64_t columns = columns_in(at);
    for (std::size_t set = 0; set < map_.t; ++set) {
        if (!filter_of(set, at)) {
            continue;
        }
        // NOLINTNEXTLINE(bugprone-signed-char-misuse): a number, not a character
        const auto weight = static_cast<Sum>(weights_[weight_slot(set, row, at)]);
        for (std::size_t col = 0; col < columns; ++col) {
            const std::size_t here = pe(set, row, col);
            Sum& sum = sums_[here * map_.p + at.filter];
            const Sum product = weight * static_cast<Sum>(inputs_[input_slot(row, col, at)]);
            sum = wrapping_sum(sum, product);
            shown_[here] = sum;
            used_[here] = 1;
        }
        busy_ += columns;
    }
}

// With its last MAC a partial sum is added to that of the row before and goes on.
template <class Element>
void RowStationaryGrid<Element>::hand_on(std::size_t row, const Place& at) {
    if (at.channel + 1 != order_.channels_in(at) || at.tap + 1 != order_.taps_in(at)) {
        return;
    }
    const std::uint64_t columns = columns_in(at);
    for (std::size_t set = 0; set < map_.t; ++set) {
        const auto filter = filter_of(set, at);
        for (std::size_t col = 0; filter && col < columns; ++col) {
            const std::size_t here = pe(set, row, col);
            Sum& own = sums_[here * map_.p + at.filter];
            chain_[here] = wrapping_sum(row > 0 ? chain_[pe(set, row - 1, col)] : Sum{}, own);
            own = Sum{};
            if (row + 1 < rows_) {
                continue;
            }
            const std::uint64_t image = at.pass / order_.strips;
            const std::uint64_t y = at.pass % order_.strips * map_.e + col;
            Sum& total = output_.at(image, *filter, y, at.x);
            total = wrapping_sum(total, chain_[here]);
            reads_[Operand::kOutputs] += order_.is_first_group(at) ? 0 : 1;
            ++writes_[Operand::kOutputs];
            if (record_) {
                outputs_.push_back({col,
                                    (image * conv_.out_h + y) * conv_.out_w + at.x,
                                    *filter,
                                    !order_.is_last_group(at),
                                    grid_value(total)});
            }
        }
    }
}

template <class Element>
void RowStationaryGrid<Element>::obey(std::size_t row, const Command& command) {
    for (const Word& word : command.words) {
        if (word.row == row) {
            weights_[word.slot] = word.value;
        }
    }
    if (command.mac) {
        take_input(row, *command.mac);
        multiply(row, *command.mac);
        hand_on(row, *command.mac);
    }
}

template <class Element>
void RowStationaryGrid<Element>::cycle() {
    std::fill(used_.begin(), used_.end(), 0);
    newest_ = newest_ + 1 < rows_ ? newest_ + 1 : 0;
    commands_[newest_] = next_command();
    // From the last row back, so that a row reads what its neighbour held before this cycle.
    for (std::size_t row = rows_; row-- > 0;) {
        obey(row, commands_[(newest_ + rows_ - row) % rows_]);
    }
    draining_ -= draining_ > 0 ? 1 : 0;
}

// Sets of a chain stand above each other, chains side by side and then above; a set wider than the
// array takes several bands.
template <class Element>
std::optional<std::size_t> RowStationaryGrid<Element>::pe_at(std::size_t row,
                                                             std::size_t col) const {
    const std::size_t bands = (map_.e + array_.cols - 1) / array_.cols;  // of a set
    const std::size_t across = bands > 1 ? 1 : array_.cols / map_.e;
    const std::size_t band = row / map_.set_rows;
    const std::size_t set_col = bands > 1 ? col + band % bands * array_.cols : col % map_.e;
    const std::size_t chain_set = band / bands;
    const std::size_t set = chain_set / map_.r * across + (bands > 1 ? 0 : col / map_.e);
    if ((bands == 1 && col / map_.e >= across) || set_col >= map_.e || set >= map_.t) {
        return std::nullopt;
    }
    return pe(set, chain_set % map_.r * map_.set_rows + row % map_.set_rows, set_col);
}

template <class Element>
bool RowStationaryGrid<Element>::busy_at(std::size_t row, std::size_t col) const {
    const auto here = pe_at(row, col);
    return here && used_[*here] != 0;
}

template <class Element>
GridValue RowStationaryGrid<Element>::sum_at(std::size_t row, std::size_t col) const {
    const auto here = pe_at(row, col);
    return grid_value(here ? shown_[*here] : Sum{});
}

template <class Element>
ArrayCost RowStationaryGrid<Element>::cost() const {
    ArrayCost cost = counted();
    cost.folds = conv_.batch * order_.strips * order_.filter_groups * order_.groups();
    cost.mapping_utilization =
        static_cast<double>(rows_ * map_.e * map_.t) /
        (static_cast<double>(array_.rows) * static_cast<double>(array_.cols));
    return cost;
}

template class RowStationaryGrid<std::int8_t>;
template class RowStationaryGrid<std::int16_t>;
template class RowStationaryGrid<float>;

}  // namespace systole::arch
