#include "sim/cli/command.h"
#include "sim/cli/run_options.h"
#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/report/array_report.h"
#include "sim/run/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace systole::cli {
namespace {

constexpr std::array<std::string_view, 2> kConventionNames = {"hardware", "scalesim"};

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
    std::string mac_latency = "1", interval = "1", depth = "1", seed;
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
    return array;
}

ArrayRequest request_of(const ArrayCommand& command) {
    ArrayRequest request;
    request.array = array_of(command);
    request.preloaded = command.preloaded;
    request.element = static_cast<ElementType>(
        number_of(kElementTypeNames, command.element, "array.element-type", "element type"));
    request.convention = static_cast<arch::Convention>(
        number_of(kConventionNames, command.convention, "array.convention", "convention"));
    request.model = static_cast<ArrayRequest::Model>(
        number_of(kArrayModelNames, command.model, "array.model", "model"));
    request.weights = command.weights;
    request.activations = command.activations;
    if (!command.m.empty() || !command.n.empty() || !command.k.empty()) {
        request.gemm.emplace();  // beside matrices it is refused
    }
    if (!command.has_matrices()) {
        request.gemm = {
            count_of("--m", command.m), count_of("--n", command.n), count_of("--k", command.k)};
    }
    if (!command.seed.empty()) {
        request.seed = parse_count("--seed", command.seed, "usage.count");
    }
    request.unroll = command.unroll;
    request.loops = command.loops;
    request.table = command.table;
    request.wave = command.wave;
    return request;
}

void run_array(const Context& context, const ArrayCommand& command) {
    const RunResult result = systole::run({{}, request_of(command)}, observer_of(context.console));
    context.console.end_progress();
    print_result(command.json ? report::array_json(*result.array)
                              : report::array_text(*result.array, context.console.colour()));
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
    number("--seed", command->seed, "of random operands (default: 1)");
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
    verb->callback([command, &context] { run_array(context, *command); });
}

}  // namespace systole::cli
