#pragma once

#include "arch/cube/systolic_timing.h"
#include "sim/core/ids.h"
#include "sim/core/machine.h"
#include "sim/plan/search/best_search.h"
#include "sim/run/segments.h"
#include "sim/run/time_plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace systole {

// An architecture: a YAML file, or a text in place of its bytes (`path` then names it in messages),
// with "key=value" overrides on top, of two for one key the last wins.
struct ConfigSource {
    std::string path;
    std::optional<std::string> text;
    std::vector<std::string> overrides;
};

// What the method `best` is to look for; what is not set has the method's default.
struct SearchRequest {
    std::optional<search::Objective> objective;
    std::optional<Units> traffic_budget;
    std::optional<std::uint64_t> work;  // operations placed
    std::optional<std::uint64_t> seconds;
    std::optional<std::uint64_t> seed;
    std::optional<unsigned> threads;  // the result does not depend on it

    bool empty() const {
        return !objective && !traffic_budget && !work && !seconds && !seed && !threads;
    }
};

// Whose cycles the nodes of a trace have: the trace's own, or those the model gives their shapes.
// Layers always have the model's.
enum class CyclesRule : std::uint8_t { kDefault, kTrace, kModel };

// Plans a workload, or takes a plan, and times it on a core.
struct Simulation {
    std::string workload;  // path of a trace or a list of layers
    CyclesRule cycles = CyclesRule::kDefault;
    std::string method;  // of plan/methods; "": default_method() of the program
    std::string spill;   // victim rule; "": the method's own
    SearchRequest search;
    std::optional<std::string> plan;  // folder of somebody else's plan, in place of a method
    bool explain = false;             // keep why each victim was spilled
    Timing timing = Timing::kSystemC;
    std::optional<bool> contention;    // in place of the config's contention.enabled
    std::optional<Cycles> max_cycles;  // stop with an error past this cycle
    std::string wave;                  // VCD file to write, or ""; the result does not depend on it
    // MATMUL nodes of the largest program that is run in one piece.
    std::uint64_t segment_steps = kSegmentSteps;
};

// What each layer of a network could reach, from shapes alone.
struct RooflineRequest {
    std::string network;
};

// Every layer of a topology alone, by SCALE-Sim's rules; `cfg` stands in place of the config.
struct ScalesimRequest {
    std::string cfg;
    std::string topology;
};

// A product on the PE array alone, of matrices as text ("1,2;3,4": values, then rows) or of random
// ones whose sizes `gemm` gives.
struct ArrayRequest {
    enum class Model { kAuto, kGrid, kClosedForm };

    arch::Array array;
    ElementType element = ElementType::kInt8;
    arch::Convention convention = arch::Convention::kHardware;
    Model model = Model::kAuto;
    std::optional<arch::Gemm> gemm;
    std::string weights, activations;   // both or none
    std::optional<bool> preloaded;      // in place of array.preloaded; default: with matrices
    std::string unroll, loops;          // the mapping asked for, or ""
    std::optional<std::uint64_t> seed;  // of random operands; default 1
    bool table = false;  // every PE in every cycle; small arrays have it by themselves
    std::string wave;    // VCD file to write, or ""; the result does not depend on it
};

inline constexpr std::array<std::string_view, 3> kArrayModelNames = {
    "auto", "grid", "closed-form"};  // of ArrayRequest::Model

// Everything that decides a result, as a plain value: what is asked of which machine.
struct RunRequest {
    ConfigSource config;
    std::variant<Simulation, RooflineRequest, ScalesimRequest, ArrayRequest> what;
};

// The request as JSON text: one object, every field that decides the result under its own name in a
// fixed order, what is not set as null; no output (wave) and no thread count. Paths as given.
std::string canonical(const RunRequest& request);

// The SHA-256 of canonical(), in hex: tells requests apart without reading a file. What tells
// results apart is fingerprint() (run.h).
std::string identity(const RunRequest& request);

// A command line that asks for the same, quoted for a shell, with file names without their folders
// and without outputs: what a report's provenance shows.
std::string command_line(const RunRequest& request);

}  // namespace systole
