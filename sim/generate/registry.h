#pragma once

#include "sim/core/span.h"
#include "sim/generate/kernel.h"
#include "sim/ir/program.h"

#include <string_view>

namespace systole::generate {

// Every kernel there is, in the order help texts list them.
Span<Kernel> kernels();

// Error{kBadInput, "generate.kernel"} names the known ones when there is no such kernel.
const Kernel& find_kernel(std::string_view name);

// The trace of `kernel` for `values`, which are of the same kernel; its `file` is the command that
// makes it. The same values give the same trace. Errors: kBadInput, "generate.range" (values that
// do not go together), "generate.size" (too large for any trace; nothing has been allocated then)
// and "generate.memory" (too large for this machine).
ir::Program generate(const Kernel& kernel, const Values& values);

}  // namespace systole::generate
