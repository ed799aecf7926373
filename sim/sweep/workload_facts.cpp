#include "sim/sweep/workload_facts.h"

#include "sim/core/sha256.h"
#include "sim/load/workload_file.h"
#include "sim/model/layer_math.h"

namespace systole::sweep {

std::string content_hash(const InputFiles& files) {
    Sha256 digest;
    for (const InputFile& file : files) {
        digest.update(file.sha256);
    }
    return digest.finish();
}

WorkloadFacts workload_facts(const std::string& path) {
    const load::Workload workload = load::open(path);
    WorkloadFacts facts;
    facts.path = path;
    facts.name = workload.name;
    facts.sha256 = content_hash(workload.files);
    if (const ir::Network* network = workload.network()) {
        facts.network = true;
        facts.layers = network->layers.size();
        for (const ir::Layer& layer : network->layers) {
            facts.macs += model::macs(layer);
        }
    } else {
        facts.nodes = workload.program()->nodes();
    }
    return facts;
}

}  // namespace systole::sweep
