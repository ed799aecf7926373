#pragma once

#include "sim/generate/kernel.h"

namespace systole::generate {

// The kernel `flash-attention`; its loop nest and parameters stand in README.md.
Span<Parameter> flash_attention_parameters();
TraceSize flash_attention_size(const Values& values);
ir::Program build_flash_attention(const Values& values);

}  // namespace systole::generate
