#pragma once

#include "sim/ir/layer.h"
#include "sim/ir/program.h"
#include "sim/run/run.h"

#include <map>
#include <memory>
#include <string>

namespace systole {

struct RunCache::Content {
    // A workload as it was read (load::open): a list of layers or a trace, the other is null.
    struct Opened {
        std::string name;
        InputFiles files;
        std::shared_ptr<const ir::Network> network;
        std::shared_ptr<const ir::Program> trace;
    };
    std::map<std::string, Opened> opened;  // by path
    // What was made of one for a machine: lowered, or a trace with the model's cycles. By path and
    // everything of the machine that matters to it.
    std::map<std::string, std::shared_ptr<const ir::Program>> made;
};

}  // namespace systole
