#include "sim/load/workload_file.h"

#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/load/trace_file.h"

namespace systole::load {

Workload open(const std::string& path) {
    if (is_network_path(path)) {
        return {network_name(path), {path}, load_network(path)};
    }
    return {case_name(path), trace_files(path), load_trace(path)};
}

}  // namespace systole::load
