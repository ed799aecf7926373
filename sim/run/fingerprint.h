#pragma once

#include "sim/config/arch_config.h"
#include "sim/result/provenance.h"
#include "sim/run/run_request.h"

#include <string>
#include <vector>

namespace systole {

// fingerprint() of a request whose config is resolved and whose inputs have been read.
std::string fingerprint_of(const RunRequest& request,
                           const config::ArchConfig& config,
                           const std::vector<InputRecord>& inputs);

}  // namespace systole
