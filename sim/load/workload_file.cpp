#include "sim/load/workload_file.h"

#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/load/trace_file.h"

namespace systole::load {

Workload open(const std::string& path) {
    Workload workload;
    if (is_network_path(path)) {
        workload.name = network_name(path);
        workload.content = load_network(path, &workload.files);
    } else {
        workload.name = case_name(path);
        workload.content = load_trace(path, &workload.files);
    }
    return workload;
}

}  // namespace systole::load
