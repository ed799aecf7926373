#pragma once

#include "sim/generate/conv_shape.h"
#include "sim/generate/kernel.h"

namespace systole::generate {

// The kernel `conv`; its network, loop nest and parameters stand in README.md. Errors of both:
// those of ConvShape.
TraceSize conv_size(const Values& values);
ir::Program build_conv(const Values& values);

}  // namespace systole::generate
