// A program that uses Systole as a library: two runs in one process, the second on the program that
// the first one lowered. Usage: makespan CONFIG WORKLOAD
#include "sim/run/run.h"

#include <cstdio>

// SystemC's library wants it; nothing calls it.
extern "C" int sc_main(int, char**) {
    return 0;
}

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    systole::RunRequest request;
    request.config.path = argv[1];
    systole::Simulation simulation;
    simulation.workload = argv[2];
    systole::RunCache cache;
    for (const char* method : {"base", "dan"}) {
        simulation.method = method;
        request.what = simulation;
        const systole::RunResult result = systole::run(request, {}, &cache);
        std::printf("%s %llu\n", method, static_cast<unsigned long long>(result.metrics.makespan));
    }
    return 0;
}
