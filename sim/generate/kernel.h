#pragma once

#include "sim/core/span.h"
#include "sim/generate/trace_size.h"
#include "sim/ir/program.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace systole::generate {

// One number a kernel is made from; `--name` on the command line.
struct Parameter {
    std::string_view name;
    std::string_view unit;  // "blocks", "units", "cycles", ...
    std::uint32_t default_value;
    std::uint32_t min;
    std::uint32_t max;
    std::string_view help;
};

class Values;

// A tiled kernel that can be made into a trace. `size` says exactly how large the trace will be,
// without making it; `build` makes it. Both expect values that set() accepted, and throw
// Error{kBadInput, "generate.range"} where values do not go together.
struct Kernel {
    std::string_view name;
    std::string_view help;  // one line
    Span<Parameter> parameters;
    TraceSize (*size)(const Values& values);
    ir::Program (*build)(const Values& values);
};

// A value for each parameter of one kernel, the defaults at first. The kernel must outlive it.
class Values {
 public:
    explicit Values(const Kernel& kernel);

    // Errors: kBadInput, "generate.parameter" (no such parameter; names the nearest) and
    // "generate.range" (outside the parameter's min and max).
    void set(std::string_view name, std::uint64_t value);
    // The value of a parameter that the kernel has.
    std::uint32_t operator[](std::string_view name) const;

    // "systole generate NAME", then `--name value` for each value that is not the default.
    std::string command() const;

 private:
    std::size_t find(std::string_view name) const;  // parameters.size() when there is none

    const Kernel* kernel_;
    std::vector<std::uint32_t> values_;
};

}  // namespace systole::generate
