#include "arch/cube/row_stationary_timing.h"

#include "arch/cube/fold_timing.h"
#include "sim/core/error.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

namespace systole::arch {

namespace {

// How many sets of set_rows x e PEs fit above each other and side by side. A set wider than the
// array takes several bands.
struct Copies {
    std::uint64_t down = 0, across = 0;
};

Copies copies_that_fit(std::uint64_t set_rows, std::uint64_t e, const Array& array) {
    const std::uint64_t bands = array.rows / set_rows;
    return {bands / ceil_div(e, array.cols), e <= array.cols ? array.cols / e : 1};
}

// The smallest part of `whole` that takes as many parts as `part` does.
std::uint64_t even_part(std::uint64_t whole, std::uint64_t part) {
    return ceil_div(whole, ceil_div(whole, part));
}

// The next value below `part` that takes more parts of `whole`; 0: none.
std::uint64_t next_smaller(std::uint64_t whole, std::uint64_t part) {
    return part == 1 ? 0 : even_part(whole, part - 1);
}

constexpr Cycles kNever = std::numeric_limits<Cycles>::max();

// What one mapping takes.
struct Candidate {
    RowStationaryMapping mapping;
    Cycles cycles = kNever;
    Cycles unhidden = kNever;  // cycles if no load of weights went on under a pass
    std::uint64_t moved = 0;   // elements between buffer and array

    std::uint64_t strips = 1, filter_groups = 1, reduction_groups = 1, reloads = 1;
    PerOperand<std::uint64_t> reads{};
    std::uint64_t output_writes = 0;

    bool better_than(const Candidate& other) const {
        return std::tie(moved, cycles, other.mapping.e) <
               std::tie(other.moved, other.cycles, mapping.e);
    }
};

class Search {
 public:
    Search(const ConvShape& conv, const Array& array, const RowStationaryLimits& limits)
        : conv_(conv), array_(array), limits_(limits) {
        set_rows_ = even_part(conv.filter_h, std::min(conv.filter_h, array.rows));
        row_folds_ = ceil_div(conv.filter_h, set_rows_);
        taps_ =
            even_part(conv.filter_w, std::min({conv.filter_w, limits.activations, limits.weights}));
        tap_folds_ = ceil_div(conv.filter_w, taps_);
        in_w_ = plus(times(conv.out_w - 1, conv.stride), conv.filter_w);
        cycles_of_a_step_ = times(times(times(conv.batch, row_folds_), array.interval),
                                  times(conv.filter_w, conv.out_w));
        outputs_ = times(times(conv.batch, conv.filters), times(conv.out_h, conv.out_w));
        weights_ = times(times(conv.filters, conv.channels), times(conv.filter_h, conv.filter_w));
    }

    // The mapping that moves the fewest elements of those that take the fewest cycles, or a
    // hundredth more: a mapping that saves a load's few cycles by reading every input again and
    // again is none that anybody would run. A second weight register never makes it slower than
    // without.
    Candidate best() const {
        Cycles fewest = kNever;
        Cycles fewest_unhidden = kNever;
        for_each([&] { return fewest_unhidden; },
                 [&](const Candidate& c) {
                     fewest = std::min(fewest, c.cycles);
                     fewest_unhidden = std::min(fewest_unhidden, c.unhidden);
                 });
        const Cycles most = std::min(plus(fewest, fewest / 100), fewest_unhidden);
        Candidate best;
        best.moved = std::numeric_limits<std::uint64_t>::max();
        for_each([&] { return most; },
                 [&](const Candidate& c) {
                     if (c.cycles <= most && c.better_than(best)) {
                         best = c;
                     }
                 });
        return best;
    }

    // Tries, of every count of parts that a size can be cut into, the smallest part: a larger one
    // uses more PEs to no avail. Cycles of computing follow from e, r and t alone: a PE works
    // through its share of filters and channels whatever p and q cut it into; they bound the cycles
    // of every mapping with that e, r and t from below. Of p and q, which decide over traffic and
    // loading, every halving is tried.
    // `most()`: mappings that take longer need not be tried.
    template <class Most, class Visit>
    void for_each(Most most, Visit visit) const {
        const std::uint64_t widest = std::min(conv_.out_h, array_.cols * (array_.rows / set_rows_));
        // A set that fits stays whole, so that input rows are shared along all of its diagonals;
        // with one filter row there are none.
        const bool whole = widest == conv_.out_h && conv_.filter_h > 1;
        for (std::uint64_t e = even_part(conv_.out_h, widest); e != 0;
             e = whole ? 0 : next_smaller(conv_.out_h, e)) {
            const Copies copies = copies_that_fit(set_rows_, e, array_);
            if (copies.down == 0) {
                continue;
            }
            for (std::uint64_t r = even_part(conv_.channels, std::min(conv_.channels, copies.down));
                 r != 0;
                 r = next_smaller(conv_.channels, r)) {
                const std::uint64_t sets = copies.down / r * copies.across;
                RowStationaryMapping mapping;
                mapping.e = e;
                mapping.r = r;
                mapping.t = even_part(conv_.filters, std::min(conv_.filters, sets));
                mapping.set_rows = set_rows_;
                mapping.taps = taps_;
                if (compute_cycles(mapping) <= most()) {
                    for_each_share(mapping, visit);
                }
            }
        }
    }

    RowStationaryCost cost_of(const Candidate& c) const {
        RowStationaryCost cost;
        cost.mapping = c.mapping;
        const RowStationaryMapping& m = c.mapping;
        cost.active_pes = m.set_rows * m.e * m.r * m.t;
        cost.array.cycles = c.cycles;
        cost.array.streaming = compute_cycles(m);
        cost.array.folds =
            times(times(conv_.batch, c.strips), times(c.filter_groups, c.reduction_groups));
        cost.array.reads = c.reads;
        cost.array.writes[Operand::kOutputs] = c.output_writes;
        const double pes = static_cast<double>(array_.rows) * static_cast<double>(array_.cols);
        cost.array.mapping_utilization = static_cast<double>(cost.active_pes) / pes;
        const std::uint64_t macs =
            times(times(outputs_, conv_.channels), times(conv_.filter_h, conv_.filter_w));
        cost.array.compute_utilization =
            static_cast<double>(macs) /
            (pes * static_cast<double>(array_.depth) * static_cast<double>(c.cycles));

        // A MAC reads one of each and updates its partial sum; every PE of a set's row gets the
        // weights, every PE of a diagonal the input row.
        for (const Operand operand : kOperands) {
            cost.inside.register_reads[operand] = macs;
        }
        cost.inside.register_writes[Operand::kOutputs] = macs;
        cost.inside.register_writes[Operand::kWeights] =
            times(times(weights_, c.reloads), std::min(m.e, conv_.out_h));
        cost.inside.register_writes[Operand::kActivations] =
            times(times(times(conv_.batch, conv_.channels), times(conv_.out_h, conv_.filter_h)),
                  times(times(in_w_, c.filter_groups), tap_folds_));
        cost.inside.hops = times(c.output_writes, m.set_rows * m.r - 1);
        return cost;
    }

 private:
    template <class Visit>
    void for_each_share(RowStationaryMapping mapping, Visit visit) const {
        const std::uint64_t filters = ceil_div(conv_.filters, mapping.t);  // of a PE
        const std::uint64_t channels = ceil_div(conv_.channels, mapping.r);
        const std::uint64_t most_q =
            std::min({channels, limits_.activations / taps_, limits_.weights / taps_});
        for (std::uint64_t q = most_q; q != 0; q /= 2) {
            mapping.q = even_part(channels, q);
            const std::uint64_t most_p =
                std::min({filters, limits_.partial_sums, limits_.weights / (mapping.q * taps_)});
            for (std::uint64_t p = most_p; p != 0; p /= 2) {
                mapping.p = even_part(filters, p);
                visit(evaluate(mapping));
            }
        }
    }

    Cycles compute_cycles(const RowStationaryMapping& m) const {
        const std::uint64_t steps = times(ceil_div(conv_.filters, m.t),
                                          ceil_div(ceil_div(conv_.channels, m.r), array_.depth));
        return times(times(ceil_div(conv_.out_h, m.e), steps), cycles_of_a_step_);
    }

    Candidate evaluate(const RowStationaryMapping& mapping) const {
        Candidate c;
        c.mapping = mapping;
        const RowStationaryMapping& m = mapping;
        c.strips = ceil_div(conv_.out_h, m.e);
        c.filter_groups = ceil_div(conv_.filters, m.p * m.t);
        c.reduction_groups =
            times(ceil_div(conv_.channels, m.q * m.r), times(row_folds_, tap_folds_));

        const std::uint64_t psums = times(times(m.e, conv_.out_w), m.p * m.t);
        const std::uint64_t input_rows = plus(times(m.e - 1, conv_.stride), m.set_rows);
        const std::uint64_t rows_held = times(times(m.q * m.r, input_rows), in_w_);
        const std::uint64_t passes = times(conv_.batch, c.strips);
        c.mapping.resident =
            std::clamp<std::uint64_t>(limits_.buffer / plus(psums, rows_held), 1, passes);
        c.reloads = ceil_div(passes, c.mapping.resident);

        const Cycles compute = compute_cycles(m);
        const std::uint64_t loaded = times(weights_, c.reloads);
        const Cycles load = ceil_div(loaded, limits_.weight_words_per_cycle);
        const Cycles last = times(m.set_rows * m.r, array_.mac_latency) - 1;
        c.unhidden = plus(plus(compute, load), last);
        if (array_.double_buffered) {
            // Each load but the first goes on under the passes before it, and the last passes
            // follow the last load.
            const std::uint64_t first =
                std::min(loaded, m.set_rows * m.taps * m.p * m.q * m.r * m.t);
            const std::uint64_t loads = ceil_div(loaded, first);
            c.cycles = plus(std::max(plus(compute, ceil_div(first, limits_.weight_words_per_cycle)),
                                     plus(load, ceil_div(compute, loads))),
                            last);
        } else {
            c.cycles = c.unhidden;
        }

        // All strips together: every share of the filter rows reads its rows of each strip.
        const std::uint64_t rows_read =
            plus(times(times(conv_.out_h - c.strips, conv_.stride), row_folds_),
                 times(c.strips, conv_.filter_h));
        c.reads[Operand::kActivations] =
            times(times(times(conv_.batch, conv_.channels), times(rows_read, in_w_)),
                  times(c.filter_groups, tap_folds_));
        c.reads[Operand::kWeights] = loaded;
        c.reads[Operand::kOutputs] = times(outputs_, c.reduction_groups - 1);
        c.output_writes = times(outputs_, c.reduction_groups);
        const Cycles fed = ceil_div(std::max(c.reads[Operand::kActivations], c.output_writes),
                                    limits_.buffer_words_per_cycle);
        c.cycles = std::max(c.cycles, fed);
        c.unhidden = std::max(c.unhidden, fed);
        c.moved = plus(plus(c.reads[Operand::kActivations], loaded),
                       plus(c.reads[Operand::kOutputs], c.output_writes));
        return c;
    }

    const ConvShape& conv_;
    const Array& array_;
    const RowStationaryLimits& limits_;
    std::uint64_t set_rows_ = 1, row_folds_ = 1;
    std::uint64_t taps_ = 1, tap_folds_ = 1;
    std::uint64_t in_w_ = 1;
    std::uint64_t outputs_ = 1, weights_ = 1;
    Cycles cycles_of_a_step_ = 1;  // of one filter and channel, over all images and filter rows
};

template <class Sizes>
void check(const Sizes& sizes) {
    for (const std::uint64_t size : sizes) {
        if (size == 0 || size > kLargestSize) {
            throw_bad_input("array.size",
                            {},
                            "a size of a row-stationary convolution is " + std::to_string(size) +
                                ", expected 1 .. 2147483648");
        }
    }
}

}  // namespace

RowStationaryCost row_stationary_cost(const ConvShape& conv,
                                      const Array& array,
                                      const RowStationaryLimits& limits) {
    check_sizes({}, array);
    check(conv.sizes());
    check(limits.sizes());
    const Search search(conv, array, limits);
    return search.cost_of(search.best());
}

ArrayCost row_stationary_gemm_cost(const Gemm& gemm,
                                   const Array& array,
                                   const RowStationaryLimits& limits) {
    ConvShape conv;
    conv.out_h = gemm.m;
    conv.filters = gemm.n;
    conv.channels = gemm.k;
    return row_stationary_cost(conv, array, limits).array;
}

}  // namespace systole::arch
