#pragma once

#include "sim/ir/program.h"
#include "sim/load/workload_file.h"
#include "sim/run/run.h"

#include <map>
#include <memory>
#include <string>

namespace systole {

struct RunCache::Content {
    std::map<std::string, std::shared_ptr<const load::Workload>> opened;  // by path
    // What was made of one for a machine: lowered, or a trace with the model's cycles. By path and
    // everything of the machine that matters to it.
    std::map<std::string, std::shared_ptr<const ir::Program>> made;
};

}  // namespace systole
