#pragma once

#include "arch/ddr/ddr_timing.h"
#include "arch/npu/clock.h"
#include "arch/npu/process_guard.h"
#include "sim/config/arch_config.h"
#include "sim/stats/counter.h"

#include <systemc>
#include <tlm.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace systole::arch {

using DdrSocket =
    tlm::tlm_base_target_socket_b<32, tlm::tlm_fw_transport_if<>, tlm::tlm_bw_transport_if<>>;

// What the memory did that costs energy beside the bytes it moved.
struct DdrActions {
    std::optional<std::uint64_t> activates;  // rows opened; nothing: the model has no rows
};

// The memory behind a core: a TLM-2.0 target, how it wants its requests, what it counted.
class DdrModel {
 public:
    virtual ~DdrModel() = default;
    // Follows the base protocol, blocking or not.
    virtual DdrSocket& socket() = 0;
    virtual DdrTraits traits() const = 0;
    virtual void sample(std::vector<stats::Sample>& into) const = 0;
    virtual DdrActions actions() const { return {}; }
};

// Makes a model under the module name "ddr", during elaboration.
using DdrMaker =
    std::function<std::unique_ptr<DdrModel>(const config::DdrConfig&, const Clock&, ProcessGuard&)>;

// The model that `ddr.model` names (ddr_models.def).
std::unique_ptr<DdrModel> make_ddr_model(const config::DdrConfig& config,
                                         const Clock& clock,
                                         ProcessGuard& guard);

}  // namespace systole::arch
