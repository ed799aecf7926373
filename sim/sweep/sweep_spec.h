#pragma once

#include "sim/core/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole::sweep {

// A word of a sweep file and where it stands.
struct Word {
    std::string text;
    SourceRef where;
};

// One swept key: the values it takes, or the expression that it follows.
struct AxisSpec {
    std::string key;
    std::vector<Word> values;
    std::string expression;  // without the leading '='; empty: `values`
    SourceRef where;
};

enum class SampleKind : std::uint8_t { kRandom, kLatinHypercube };
struct SampleSpec {
    SampleKind kind = SampleKind::kRandom;
    std::uint64_t points = 0;
    std::uint64_t seed = 1;
    SourceRef where;
};

// The adaptive search for a Pareto front (pareto_search.h).
struct StrategySpec {
    std::vector<Word> objectives;
    std::uint64_t points = 100;  // of each workload, method, objective and spill rule
    std::uint64_t seed = 1;
    SourceRef where;
};

// How a point is timed: the SystemC core, the time recurrence, or the closed forms of the array,
// layer by layer.
enum class Timing : std::uint8_t { kSystemC, kRecurrence, kClosedForm };

// A file that says part of the sweep.
struct SpecFile {
    std::string path;
    std::string text;
};

// A sweep file as it is written, with those it extends: nothing in it has been looked up yet.
// Paths are relative to the working directory.
struct SweepSpec {
    std::string name;  // of the file, without folder and extension
    std::vector<SpecFile> files;
    Word base;
    std::vector<Word> fixed;  // "key=value", for all points
    std::vector<Word> workloads, methods, spills, objectives;
    std::vector<AxisSpec> axes;
    std::vector<Word> conditions;
    std::optional<SampleSpec> sample;
    std::optional<StrategySpec> strategy;
    Word cycles;  // "", "trace", "model"
    Timing timing = Timing::kSystemC;
    std::optional<std::uint64_t> work;  // of the method `best`
};

// Reads a sweep file (README.md lists its keys). Error{kBadInput} with file and line: "sweep.file",
// "sweep.syntax", "sweep.encoding", "sweep.empty", "sweep.key-unknown" (with the nearest),
// "sweep.key-duplicate", "sweep.key-missing", "sweep.type", "sweep.range", "sweep.values" (an empty
// list), "sweep.extends".
SweepSpec read_sweep_spec(const std::string& path);

}  // namespace systole::sweep
