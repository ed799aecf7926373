#include "arch/ddr/ddr_model.h"

#include <array>

namespace systole::arch {

#define SYSTOLE_DDR_MODEL(id, name, prefix) \
    std::unique_ptr<DdrModel> make_##prefix(const config::DdrConfig&, const Clock&, ProcessGuard&);
#include "arch/ddr/ddr_models.def"
#undef SYSTOLE_DDR_MODEL

namespace {

constexpr std::array kMakers = {
#define SYSTOLE_DDR_MODEL(id, name, prefix) &make_##prefix,
#include "arch/ddr/ddr_models.def"
#undef SYSTOLE_DDR_MODEL
};

}  // namespace

std::unique_ptr<DdrModel> make_ddr_model(const config::DdrConfig& config,
                                         const Clock& clock,
                                         ProcessGuard& guard) {
    return kMakers[static_cast<std::size_t>(config.model)](config, clock, guard);
}

}  // namespace systole::arch
