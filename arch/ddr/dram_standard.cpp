#include "arch/ddr/dram_standard.h"

#include <array>

namespace systole::arch {
namespace {

constexpr std::array<DramStandard, config::kDdrStandardNames.size()> kStandards = {{
#define SYSTOLE_DRAM_STANDARD(id, name, ...) {__VA_ARGS__},
#include "arch/ddr/dram_standards.def"
#undef SYSTOLE_DRAM_STANDARD
}};

}  // namespace

const DramStandard& dram_standard(config::DdrStandard standard) {
    return kStandards[static_cast<std::size_t>(standard)];
}

}  // namespace systole::arch
