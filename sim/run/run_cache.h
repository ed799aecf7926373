#pragma once

#include "sim/ir/layer.h"
#include "sim/ir/program.h"
#include "sim/run/run.h"

#include <map>
#include <memory>
#include <string>

namespace systole {

// By path; programs by path and everything of the machine that lowering looks at.
struct RunCache::Content {
    std::map<std::string, std::string> sha256;
    std::map<std::string, std::shared_ptr<const ir::Network>> networks;
    std::map<std::string, std::shared_ptr<const ir::Program>> programs;

    // An input for a report's provenance, hashed once.
    InputRecord input(const std::string& role, const std::string& path);
};

}  // namespace systole
