#include "arch/cube/pe_grid.h"
#include "arch/cube/row_stationary_grid.h"
#include "sim/cli/array_operands.h"
#include "sim/cli/array_report.h"
#include "sim/cli/command.h"
#include "sim/cli/matrix_text.h"
#include "sim/cli/run_options.h"
#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/core/quantity.h"
#include "sim/model/mapping_rule.h"
#include "sim/time/array_run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace systole::cli {
namespace {

// What the grid does by itself: about ten seconds of PE-cycles and half a GiB of operands.
constexpr double kGridPeCycles = 2e10;
constexpr double kGridElements = 1 << 26;
// The table by itself, and what --table asks for at most.
constexpr std::uint64_t kTablePes = 16, kTableCycles = 64;
constexpr std::uint64_t kLongTablePes = 256, kLongTableCycles = 4096;

constexpr std::array<std::string_view, 2> kConventionNames = {"hardware", "scalesim"};
constexpr std::array<std::string_view, 3> kModelNames = {"auto", "grid", "closed-form"};

constexpr const char* kExamples = R"(
Weights are k rows of n, activations k rows of m: the rows of both are summed over, and the array
makes Y = W^T X, n rows of m. With ws and is the rows of the array are k; PE(r,c) counts from 1.

Examples:
  systole array --rows 2 --cols 2 --dataflow ws --weights '1,2;3,4' --activations '5,6;7,8'
  systole array --rows 4 --cols 4 --dataflow os --m 6 --n 5 --k 9 --double-buffered
  systole array --rows 128 --cols 128 --dataflow is --m 512 --n 512 --k 512 --element fp16 --json
  systole array --rows 32 --cols 32 --dataflow ws --m 1000 --n 64 --k 147 --convention scalesim
  systole array --rows 3 --cols 3 --dataflow ws --m 4 --n 3 --k 3 --wave array.vcd)";

struct ArrayCommand {
    std::string rows, cols, m, n, k;
    std::string weights, activations;
    std::string dataflow = "ws", element = "int8", convention = "hardware", model = "auto";
    std::string mac_latency = "1", interval = "1", depth = "1", seed = "1";
    std::string unroll, loops, wave;
    std::optional<bool> preloaded;  // none: when matrices are given
    bool double_buffered = false, table = false, json = false;

    bool has_matrices() const { return !weights.empty() || !activations.empty(); }
};

// The number of `wanted` in a list of names.
template <std::size_t kCount>
std::size_t number_of(const std::array<std::string_view, kCount>& names,
                      std::string_view wanted,
                      const char* rule,
                      const char* kind) {
    for (std::size_t i = 0; i < kCount; ++i) {
        if (names[i] == wanted) {
            return i;
        }
    }
    throw_bad_input(rule,
                    {},
                    fmt::format("there is no {} '{}'; known are: {}{}",
                                kind,
                                wanted,
                                fmt::join(names, ", "),
                                did_you_mean(wanted, {names.begin(), names.end()})));
}

std::uint64_t count_of(const char* option, const std::string& text) {
    if (text.empty()) {
        throw_bad_input(
            "usage.missing", {}, fmt::format("{} is missing, expected a whole number", option));
    }
    return parse_count(option, text, "usage.count");
}

arch::Array array_of(const ArrayCommand& command) {
    arch::Array array;
    array.rows = count_of("--rows", command.rows);
    array.cols = count_of("--cols", command.cols);
    array.depth = count_of("--depth", command.depth);
    array.mac_latency = count_of("--mac-latency", command.mac_latency);
    array.interval = count_of("--interval", command.interval);
    array.dataflow = static_cast<Dataflow>(
        number_of(kDataflowNames, command.dataflow, "array.dataflow", "dataflow"));
    array.double_buffered = command.double_buffered;
    const bool has_load = array.dataflow == Dataflow::kWeightStationary ||
                          array.dataflow == Dataflow::kInputStationary;
    array.preloaded = command.preloaded.value_or(command.has_matrices() && has_load);
    if (array.preloaded && !has_load) {
        throw_bad_input("array.preloaded",
                        {},
                        fmt::format("--preloaded is for ws and is; with {} nothing is loaded into "
                                    "the array before it works",
                                    command.dataflow));
    }
    return array;
}

// Why the register-level grid cannot run this, or "".
std::string why_no_grid(const ArrayReport& report) {
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

double pe_cycles(const ArrayReport& report) {
    return static_cast<double>(report.array.rows) * static_cast<double>(report.array.cols) *
           static_cast<double>(report.cost.cycles);
}

// Whether the grid runs, or the closed form stands in for it.
bool choose_grid(const Context& context, const ArrayCommand& command, const ArrayReport& report) {
    const std::size_t model = number_of(kModelNames, command.model, "array.model", "model");
    std::string obstacle = why_no_grid(report);
    const bool insists = model == 1 || !command.wave.empty() || command.table;
    if (obstacle.empty() && !insists && pe_cycles(report) > kGridPeCycles) {
        obstacle = fmt::format("the grid would take {}, more than {}; --model grid insists",
                               count_text(pe_cycles(report), "PE-cycles"),
                               count_text(kGridPeCycles, ""));
    }
    if (model == 2) {
        obstacle = "asked for";
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
    if (model != 2) {
        context.console.note("closed form: " + obstacle);
    }
    return false;
}

template <class Element>
Operands<Element> given_operands(const ArrayCommand& command, bool half) {
    if (command.weights.empty() || command.activations.empty()) {
        throw_bad_input("usage.missing", {}, "--weights and --activations go together");
    }
    if (!command.m.empty() || !command.n.empty() || !command.k.empty()) {
        throw_bad_input(
            "usage.sizes", {}, "the matrices give m, n and k; leave --m, --n and --k out");
    }
    Operands<Element> operands{parse_matrix<Element>("--activations", command.activations, half),
                               parse_matrix<Element>("--weights", command.weights, half)};
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

bool wants_table(const ArrayCommand& command, const ArrayReport& report) {
    const std::uint64_t pes = report.array.rows * report.array.cols;  // sizes have 31 bits
    if (command.table) {
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
void run_grid(const ArrayCommand& command, arch::CycleGrid& grid, ArrayReport& report) {
    time::ArrayRunOptions options;
    options.wave_path = command.wave;
    if (wants_table(command, report)) {
        grid.record_outputs(true);
        options.observe = [&report](const arch::CycleGrid& after) {
            report.table.push_back(cycle_of(after));
        };
    }
    const Cycles end = time::run_array(grid, options);
    SYSTOLE_INVARIANT(
        end == report.cost.cycles && grid.cycles() == report.cost.cycles,
        fmt::format(
            "the grid took {} cycles, its closed form says {}", grid.cycles(), report.cost.cycles));
    report.cost = grid.cost();
}

// A product is a row-stationary convolution with 1 x 1 filters: m output rows of one element.
template <class Element>
arch::Matrix<arch::Accumulator<Element>> row_stationary_product(const ArrayCommand& command,
                                                                const Operands<Element>& operands,
                                                                ArrayReport& report) {
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
    run_grid(command, grid, report);
    return transposed(arch::Matrix<arch::Accumulator<Element>>(
        gemm.n, gemm.m, std::vector(grid.output().values)));
}

template <class Element>
void multiply(const Context& context,
              const ArrayCommand& command,
              const Operands<Element>& operands,
              ArrayReport& report) {
    context.console.stage("running the array");
    const arch::Matrix<Element> a = transposed(operands.activations);
    arch::Matrix<arch::Accumulator<Element>> product;
    if (report.array.dataflow == Dataflow::kRowStationary) {
        product = row_stationary_product(command, operands, report);
    } else {
        const auto grid = arch::make_pe_grid(report.array, a, operands.weights);
        run_grid(command, *grid, report);
        product = grid->product();
    }
    check_product(a, operands.weights, product, report.array.dataflow);
    if (command.has_matrices()) {
        const auto y = transposed(product);
        for (std::size_t r = 0; r < y.rows; ++r) {
            report.output.emplace_back();
            for (std::size_t c = 0; c < y.cols; ++c) {
                report.output.back().push_back(arch::grid_value(y.at(r, c)));
            }
        }
    }
    context.console.end_progress();
}

template <class Element>
void run(const Context& context, const ArrayCommand& command, ArrayReport report) {
    Operands<Element> operands;
    arch::Gemm& gemm = report.gemm;
    if (command.has_matrices()) {
        operands = given_operands<Element>(command, report.element == ElementType::kFp16);
        gemm = {operands.activations.cols, operands.weights.cols, operands.weights.rows};
    } else {
        gemm = {count_of("--m", command.m), count_of("--n", command.n), count_of("--k", command.k)};
    }
    report.cost = array_cost(gemm, report.array, report.convention);
    report.from_grid = choose_grid(context, command, report);
    if (report.from_grid) {
        if (!command.has_matrices()) {
            report.seed = parse_count("--seed", command.seed, "usage.count");
            std::mt19937 random(static_cast<std::mt19937::result_type>(*report.seed));
            operands.activations = random_matrix<Element>(gemm.k, gemm.m, random);
            operands.weights = random_matrix<Element>(gemm.k, gemm.n, random);
        }
        multiply(context, command, operands, report);
    }
    print_result(command.json ? array_json(report) : array_text(report, context.console.colour()));
}

void run(const Context& context, const ArrayCommand& command) {
    ArrayReport report;
    report.array = array_of(command);
    report.element = static_cast<ElementType>(
        number_of(kElementTypeNames, command.element, "array.element-type", "element type"));
    report.convention = static_cast<arch::Convention>(
        number_of(kConventionNames, command.convention, "array.convention", "convention"));
    model::check_mapping(report.array.dataflow, command.unroll, command.loops);
    switch (report.element) {
        case ElementType::kInt8:
            return run<std::int8_t>(context, command, report);
        case ElementType::kInt16:
            return run<std::int16_t>(context, command, report);
        case ElementType::kFp16:
        case ElementType::kFp32:
            return run<float>(context, command, report);
    }
}

template <std::size_t kCount>
std::string list_of(const std::array<std::string_view, kCount>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void add_array_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<ArrayCommand>();
    CLI::App* verb = app.add_subcommand(
        "array", "The PE grid alone: cycles, utilization, accesses, per-cycle table, wave");
    verb->footer(kExamples);
    const auto number = [&](const char* name, std::string& target, const char* help) {
        verb->add_option(name, target, help)->type_name("N")->capture_default_str();
    };
    const auto choice = [&](const char* name, std::string& target, const std::string& help) {
        verb->add_option(name, target, help)->type_name("NAME")->capture_default_str();
    };
    number("--rows", command->rows, "PEs from north to south");
    number("--cols", command->cols, "PEs from west to east");
    choice("--dataflow", command->dataflow, "what stays in the array: " + list_of(kDataflowNames));
    number("--m", command->m, "activation vectors");
    number("--n", command->n, "outputs of each");
    number("--k", command->k, "products summed for each");
    verb->add_option("--weights", command->weights, "k rows of n, such as '1,2;3,4'")
        ->type_name("MATRIX");
    verb->add_option("--activations", command->activations, "k rows of m")->type_name("MATRIX");
    choice("--element", command->element, "type of the operands: " + list_of(kElementTypeNames));
    verb->add_flag("--double-buffered",
                   command->double_buffered,
                   "load the next stationary operand (os: drain the outputs) under compute");
    verb->add_flag_function(
        "--preloaded,!--no-preloaded",
        [command](std::int64_t on) { command->preloaded = on > 0; },
        "ws, is: the first stationary tile is in place before cycle 1 (default with matrices); "
        "--no-preloaded counts its load");
    number("--mac-latency", command->mac_latency, "stages of a PE's multiply-accumulate pipeline");
    number("--interval", command->interval, "cycles between two MACs of a PE");
    number("--depth", command->depth, "products a PE sums in a cycle (closed form)");
    number("--seed", command->seed, "of random operands");
    choice("--convention",
           command->convention,
           "hardware: what the array takes; scalesim: what SCALE-Sim prints");
    choice("--model",
           command->model,
           "auto: the grid where it is small enough, else the closed form; grid; closed-form");
    verb->add_option("--unroll",
                     command->unroll,
                     "dimensions on rows and columns, such as K,N; refused when the wiring cannot")
        ->type_name("DIMS");
    verb->add_option("--loops", command->loops, "loop order, outermost first, such as N,K,M")
        ->type_name("DIMS");
    verb->add_flag(
        "--table", command->table, "what every PE does in every cycle (small arrays: by itself)");
    verb->add_option("--wave", command->wave, "VCD wave file to write")->type_name("FILE.vcd");
    verb->add_flag("--json", command->json, "print one JSON object instead of tables");
    verb->add_flag("--quiet", context.console.quiet, "no progress, no notes");
    verb->callback([command, &context] { run(context, *command); });
}

}  // namespace systole::cli
