#pragma once

#include "sim/generate/kernel.h"

namespace systole::generate {

// The kernel `matmul`; its loop nest and parameters stand in README.md.
Span<Parameter> matmul_parameters();
TraceSize matmul_size(const Values& values);
ir::Program build_matmul(const Values& values);

}  // namespace systole::generate
