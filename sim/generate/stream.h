#pragma once

#include "sim/generate/kernel.h"

namespace systole::generate {

// The kernel `stream`; its loop and parameters stand in README.md.
Span<Parameter> stream_parameters();
TraceSize stream_size(const Values& values);
ir::Program build_stream(const Values& values);

}  // namespace systole::generate
