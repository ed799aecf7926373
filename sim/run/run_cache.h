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
    template <class Value>
    struct Read {
        std::shared_ptr<const Value> value;
        InputFiles files;  // it was read from; of a lowered program those of its network
    };
    std::map<std::string, Read<ir::Network>> networks;
    std::map<std::string, Read<ir::Program>> programs;
};

}  // namespace systole
