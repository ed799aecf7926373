#include "sim/sweep/workload_facts.h"

#include "sim/core/sha256.h"
#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/load/trace_file.h"
#include "sim/model/layer_math.h"

#include <vector>

namespace systole::sweep {

std::string content_hash(const std::vector<std::string>& files) {
    Sha256 digest;
    for (const std::string& file : files) {
        digest.update(sha256_of_file(file));
    }
    return digest.finish();
}

WorkloadFacts workload_facts(const std::string& path) {
    WorkloadFacts facts;
    facts.path = path;
    facts.network = load::is_network_path(path);
    if (facts.network) {
        const ir::Network network = load::load_network(path);
        facts.name = load::network_name(path);
        facts.sha256 = content_hash({path});
        facts.layers = network.layers.size();
        for (const ir::Layer& layer : network.layers) {
            facts.macs += model::macs(layer);
        }
    } else {
        facts.name = load::case_name(path);
        facts.nodes = load::load_trace(path).nodes();
        facts.sha256 = content_hash(load::trace_files(path));
    }
    return facts;
}

}  // namespace systole::sweep
