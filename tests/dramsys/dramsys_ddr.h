#pragma once

#include "arch/ddr/ddr_model.h"

#include <DRAMSys/config/DRAMSysConfiguration.h>
#include <DRAMSys/simulation/DRAMSys.h>

#include <memory>
#include <string>

// DRAMSys as the memory behind a core.
class DramsysDdr : public systole::arch::DdrModel {
 public:
    // The simulation that `json` describes, beside a core whose clock is `clock`.
    DramsysDdr(const std::string& json, const systole::arch::Clock& clock)
        : dram_("ddr", DRAMSys::Config::from_path(json)), clock_(clock) {}

    systole::arch::DdrSocket& socket() override { return dram_.tSocket; }

    // One burst of the standard a request, 64 of them in flight per engine.
    systole::arch::DdrTraits traits() const override {
        constexpr std::uint64_t kLongestPs = 10'000'000;  // past any refresh of a JEDEC standard
        const auto& spec = dram_.getMemSpec();
        const systole::Bytes access = spec.defaultBytesPerBurst;
        return {{access, true},
                64,
                kLongestPs / clock_.period_ps() + 1,
                0,
                access * spec.numberOfChannels,
                spec.tCK.value() * spec.defaultBurstLength / spec.dataRate};
    }
    // DRAMSys reports for itself.
    void sample(std::vector<systole::stats::Sample>&) const override {}

 private:
    DRAMSys::DRAMSys dram_;
    const systole::arch::Clock& clock_;
};
