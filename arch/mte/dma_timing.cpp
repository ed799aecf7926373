#include "arch/mte/dma_timing.h"

namespace systole::arch {

Cycles dma_cycles(const DmaPattern& pattern,
                  const config::DmaConfig& engine,
                  std::uint64_t bytes_per_cycle) {
    return engine.setup_cycles + pattern.rows * engine.row_cycles +
           (pattern.bytes() + bytes_per_cycle - 1) / bytes_per_cycle;
}

}  // namespace systole::arch
