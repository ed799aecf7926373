#include "arch/cube/pe_grid.h"
#include "arch/cube/row_stationary_grid.h"
#include "sim/core/error.h"
#include "sim/core/output_set.h"
#include "sim/core/quantity.h"
#include "sim/model/mapping_rule.h"
#include "sim/run/alone.h"
#include "sim/run/array_operands.h"
#include "sim/run/matrix_text.h"
#include "sim/time/array_run.h"

#include <fmt/format.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace systole {
namespace {

// What the grid does by itself: about ten seconds of PE-cycles and half a GiB of operands.
constexpr double kGridPeCycles = 2e10;
constexpr double kGridElements = 1 << 26;
// The table by itself, and what --table asks for at most.
constexpr std::uint64_t kTablePes = 16, kTableCycles = 64;
constexpr std::uint64_t kLongTablePes = 256, kLongTableCycles = 4096;

bool has_matrices(const ArrayRequest& request) {
    return !request.weights.empty() || !request.activations.empty();
}

// Why the register-level grid cannot run this, or "".
std::string why_no_grid(const ArrayResult& report) {
    if (report.convention == arch::Convention::kScalesim) {
        return "the scalesim convention counts what SCALE-Sim prints, which no array does";
    }
    const arch::Array& array = report.array;
    if (array.dataflow == Dataflow::kBlock) {
        return "the cube's blocks have no grid at register level";
    }
    if (array.depth != 1) {
        return fmt::format("a PE of the grid does one MAC a cycle; --depth is {}", array.depth);
    }
    if (array.dataflow == Dataflow::kRowStationary &&
        (array.double_buffered || array.mac_latency != 1 || array.interval != 1)) {
        return "the row-stationary grid has one set of weight registers and a MAC a cycle";
    }
    const auto size = [](std::uint64_t a, std::uint64_t b) {
        return static_cast<double>(a) * static_cast<double>(b);
    };
    const arch::Gemm& gemm = report.gemm;
    const double elements = size(gemm.m, gemm.k) + size(gemm.k, gemm.n) + size(gemm.m, gemm.n) +
                            size(report.array.rows, report.array.cols);
    if (elements > kGridElements) {
        return fmt::format("operands and registers are {}, the grid holds {}",
                           count_text(elements, "elements"),
                           count_text(kGridElements, ""));
    }
    return "";
}

double pe_cycles(const ArrayResult& report) {
    return static_cast<double>(report.array.rows) * static_cast<double>(report.array.cols) *
           static_cast<double>(report.cost.cycles);
}

// Whether the grid runs, or the closed form stands in for it.
bool choose_grid(const RunObserver& observer,
                 const ArrayRequest& request,
                 const ArrayResult& report,
                 RunResult& result) {
    using Model = ArrayRequest::Model;
    std::string obstacle = why_no_grid(report);
    const bool insists = request.model == Model::kGrid || !request.wave.empty() || request.table;
    if (obstacle.empty() && !insists && pe_cycles(report) > kGridPeCycles) {
        obstacle = fmt::format("the grid would take {}, more than {}; --model grid insists",
                               count_text(pe_cycles(report), "PE-cycles"),
                               count_text(kGridPeCycles, ""));
    }
    if (request.model == Model::kClosedForm) {
        obstacle = "--model closed-form stands in for it";
    }
    if (obstacle.empty()) {
        return true;
    }
    if (insists) {
        throw_bad_input(
            "array.no-grid",
            {},
            fmt::format("--model grid, --table and --wave need the PE grid: {}", obstacle));
    }
    if (request.seed) {
        throw_bad_input("run.option",
                        {},
                        fmt::format("--seed is for the operands of the PE grid, and it does not "
                                    "run: {}; leave it out",
                                    obstacle));
    }
    if (request.model == Model::kAuto) {
        result.notes.push_back("closed form: " + obstacle);
        if (observer.note) {
            observer.note(result.notes.back());
        }
    }
    return false;
}

template <class Element>
Operands<Element> given_operands(const ArrayRequest& request, bool half) {
    if (request.weights.empty() || request.activations.empty()) {
        throw_bad_input("usage.missing", {}, "--weights and --activations go together");
    }
    if (request.gemm) {
        throw_bad_input(
            "usage.sizes", {}, "the matrices give m, n and k; leave --m, --n and --k out");
    }
    if (request.seed) {
        throw_bad_input("run.option",
                        {},
                        "--seed is for random operands, and the matrices are given; leave it out");
    }
    Operands<Element> operands{parse_matrix<Element>("--activations", request.activations, half),
                               parse_matrix<Element>("--weights", request.weights, half)};
    if (operands.activations.rows != operands.weights.rows) {
        throw_bad_input("array.shape",
                        {},
                        fmt::format("--weights has {} rows and --activations {}; both are the "
                                    "reduction (k) and must be as many",
                                    operands.weights.rows,
                                    operands.activations.rows));
    }
    return operands;
}

bool wants_table(const ArrayRequest& request, const ArrayResult& report) {
    const std::uint64_t pes = report.array.rows * report.array.cols;  // sizes have 31 bits
    if (request.table) {
        if (pes > kLongTablePes || report.cost.cycles > kLongTableCycles) {
            throw_bad_input("array.table",
                            {},
                            fmt::format("--table is for up to {} PEs and {} cycles, this is {} and "
                                        "{}; --wave FILE.vcd has no such limit",
                                        kLongTablePes,
                                        kLongTableCycles,
                                        pes,
                                        report.cost.cycles));
        }
        return true;
    }
    return pes <= kTablePes && report.cost.cycles <= kTableCycles;
}

ArrayCycle cycle_of(const arch::CycleGrid& grid) {
    ArrayCycle cycle;
    for (std::size_t r = 0; r < grid.array().rows; ++r) {
        for (std::size_t c = 0; c < grid.array().cols; ++c) {
            cycle.pes.emplace_back();
            if (grid.busy_at(r, c)) {
                cycle.pes.back() = grid.sum_at(r, c);
            }
        }
    }
    cycle.outputs = grid.outputs();
    return cycle;
}

// Runs the grid and puts what it counted into the report.
void run_grid(const ArrayRequest& request, arch::CycleGrid& grid, ArrayResult& report) {
    time::ArrayRunOptions options;
    OutputSet out;
    options.wave = request.wave.empty() ? nullptr : &out.open(request.wave);
    if (wants_table(request, report)) {
        grid.record_outputs(true);
        options.observe = [&report](const arch::CycleGrid& after) {
            report.table.push_back(cycle_of(after));
        };
    }
    const Cycles end = time::run_array(grid, options);
    out.commit();
    SYSTOLE_INVARIANT(
        end == report.cost.cycles && grid.cycles() == report.cost.cycles,
        fmt::format(
            "the grid took {} cycles, its closed form says {}", grid.cycles(), report.cost.cycles));
    report.cost = grid.cost();
}

// A product is a row-stationary convolution with 1 x 1 filters: m output rows of one element.
template <class Element>
arch::Matrix<arch::Accumulator<Element>> row_stationary_product(const ArrayRequest& request,
                                                                const Operands<Element>& operands,
                                                                ArrayResult& report) {
    const arch::Gemm& gemm = report.gemm;
    arch::ConvShape conv;
    conv.out_h = gemm.m;
    conv.filters = gemm.n;
    conv.channels = gemm.k;
    arch::Tensor<Element> input(1, gemm.k, gemm.m, 1);
    input.values = operands.activations.values;
    arch::Tensor<Element> weights(gemm.n, gemm.k, 1, 1);
    weights.values = transposed(operands.weights).values;
    const arch::RowStationaryLimits limits;
    const arch::RowStationaryCost cost = row_stationary_cost(conv, report.array, limits);
    arch::RowStationaryGrid<Element> grid(conv,
                                          report.array,
                                          cost.mapping,
                                          limits.weight_words_per_cycle,
                                          std::move(input),
                                          std::move(weights));
    run_grid(request, grid, report);
    return transposed(arch::Matrix<arch::Accumulator<Element>>(
        gemm.n, gemm.m, std::vector(grid.output().values)));
}

template <class Element>
void multiply(const RunObserver& observer,
              const ArrayRequest& request,
              const Operands<Element>& operands,
              ArrayResult& report) {
    if (observer.stage) {
        observer.stage("running the array");
    }
    const arch::Matrix<Element> a = transposed(operands.activations);
    arch::Matrix<arch::Accumulator<Element>> product;
    if (report.array.dataflow == Dataflow::kRowStationary) {
        product = row_stationary_product(request, operands, report);
    } else {
        const auto grid = arch::make_pe_grid(report.array, a, operands.weights);
        run_grid(request, *grid, report);
        product = grid->product();
    }
    check_product(a, operands.weights, product, report.array.dataflow);
    if (has_matrices(request)) {
        const auto y = transposed(product);
        for (std::size_t r = 0; r < y.rows; ++r) {
            report.output.emplace_back();
            for (std::size_t c = 0; c < y.cols; ++c) {
                report.output.back().push_back(arch::grid_value(y.at(r, c)));
            }
        }
    }
}

template <class Element>
void run_as(const RunObserver& observer, const ArrayRequest& request, RunResult& result) {
    ArrayResult& report = *result.array;
    Operands<Element> operands;
    if (has_matrices(request)) {
        operands = given_operands<Element>(request, report.element == ElementType::kFp16);
        report.gemm = {operands.activations.cols, operands.weights.cols, operands.weights.rows};
    } else {
        report.gemm = request.gemm.value_or(arch::Gemm{});
    }
    report.cost = array_cost(report.gemm, report.array, report.convention);
    report.from_grid = choose_grid(observer, request, report, result);
    if (!report.from_grid) {
        return;
    }
    if (!has_matrices(request)) {
        report.seed = request.seed.value_or(1);
        std::mt19937 random(static_cast<std::mt19937::result_type>(*report.seed));
        operands.activations = random_matrix<Element>(report.gemm.k, report.gemm.m, random);
        operands.weights = random_matrix<Element>(report.gemm.k, report.gemm.n, random);
    }
    multiply(observer, request, operands, report);
}

arch::Array array_of(const ArrayRequest& request) {
    arch::Array array = request.array;
    if (request.convention == arch::Convention::kScalesim &&
        (array.double_buffered || request.preloaded)) {
        throw_bad_input("array.convention",
                        {},
                        fmt::format("{} does not change what SCALE-Sim prints; leave it out of the "
                                    "scalesim convention",
                                    array.double_buffered ? "--double-buffered" : "--preloaded"));
    }
    const bool has_load = array.dataflow == Dataflow::kWeightStationary ||
                          array.dataflow == Dataflow::kInputStationary;
    array.preloaded = request.preloaded.value_or(has_matrices(request) && has_load);
    if (array.preloaded && !has_load) {
        throw_bad_input("array.preloaded",
                        {},
                        fmt::format("--preloaded is for ws and is; with {} nothing is loaded into "
                                    "the array before it works",
                                    name(array.dataflow)));
    }
    return array;
}

}  // namespace

RunResult array_alone(const ArrayRequest& request, const RunObserver& observer) {
    RunResult result;
    result.segments = result.simulated = 0;
    for (const char* part : {"plan", "timeline", "counters"}) {
        result.absent.push_back({part, "no core was simulated"});
    }
    result.array.emplace();
    result.array->array = array_of(request);
    result.array->element = request.element;
    result.array->convention = request.convention;
    model::check_mapping(request.array.dataflow, request.unroll, request.loops);
    switch (request.element) {
        case ElementType::kInt8:
            run_as<std::int8_t>(observer, request, result);
            break;
        case ElementType::kInt16:
            run_as<std::int16_t>(observer, request, result);
            break;
        case ElementType::kFp16:
        case ElementType::kFp32:
            run_as<float>(observer, request, result);
            break;
    }
    return result;
}

}  // namespace systole
