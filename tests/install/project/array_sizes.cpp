// How long does a network take on square arrays of several sizes?
//   array_sizes CONFIG.yaml NETWORK.yaml
#include "sim/core/error.h"
#include "sim/run/run.h"

#include <iostream>
#include <string>

// SystemC refers to it, by its C name.
extern "C" int sc_main(int, char**) {
    return 0;
}

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::cerr << "usage: array_sizes CONFIG.yaml NETWORK.yaml\n";
        return 2;
    }
    systole::RunCache cache;
    for (const std::string size : {"8", "16", "32"}) {
        systole::RunRequest request;
        request.config.path = argv[1];
        request.config.overrides = {"cube.rows=" + size, "cube.cols=" + size};
        systole::Simulation simulation;
        simulation.workload = argv[2];
        request.what = simulation;
        const systole::RunResult result = systole::run(request, {}, &cache);
        std::cout << size << " x " << size << ": " << result.metrics.makespan << " cycles\n";
    }
} catch (const systole::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
}
