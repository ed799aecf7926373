// How many requests a CPU second the DRAM controller gets through, apart from the kernel:
//   bench_dram [REQUESTS]
// One channel of each standard, the queue as full as it gets; sequential reads, reads that stride
// by one row of one bank, and reads and writes at random places.

#include "arch/ddr/dram_mapping.h"
#include "arch/ddr/dram_scheduler.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>

namespace {

using namespace systole;

struct Pattern {
    const char* name;
    std::uint64_t stride;  // bytes; 0: random
};

void run(config::DdrStandard id, const Pattern& pattern, std::uint64_t requests) {
    const arch::DramStandard& standard = arch::dram_standard(id);
    config::DdrConfig config;
    config.standard = id;
    const arch::DramMapping mapping(config, standard);
    arch::DramScheduler scheduler(standard, config.queue, true);
    std::mt19937_64 random(1);
    arch::DramCycles now = 0;
    const std::clock_t begin = std::clock();
    for (std::uint64_t i = 0; i < requests; ++i) {
        while (scheduler.full()) {
            now = scheduler.next() + 1;
            scheduler.step();
        }
        scheduler.done().clear();
        const std::uint64_t at = pattern.stride == 0 ? random() : i * pattern.stride;
        const arch::DramPlace place = mapping.place(at % mapping.bytes());
        const bool write = pattern.stride == 0 && (at >> 40) % 4 == 0;
        scheduler.push({now, place.bank, place.row, write, 0});
    }
    while (!scheduler.empty()) {
        now = scheduler.next() + 1;
        scheduler.step();
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const arch::DramCounts& counts = scheduler.counts();
    const double simulated_ns = static_cast<double>(now * standard.clock_ps) / 1000;
    std::printf("%-12s %-10s %6.1f M requests/CPU s  %6.2f GB/s of DRAM  row hits %5.1f %%\n",
                std::string(config::kDdrStandardNames[static_cast<std::size_t>(id)]).c_str(),
                pattern.name,
                static_cast<double>(requests) / seconds / 1e6,
                static_cast<double>(requests * standard.access_bytes) / simulated_ns,
                100.0 * static_cast<double>(counts.row_hits) / static_cast<double>(requests));
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t requests = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2'000'000;
    for (std::size_t i = 0; i < config::kDdrStandardNames.size(); ++i) {
        const auto id = static_cast<config::DdrStandard>(i);
        const arch::DramStandard& s = arch::dram_standard(id);
        for (const Pattern& p : {Pattern{"sequential", s.access_bytes},
                                 Pattern{"strided", std::uint64_t{s.row_bytes} * s.banks()},
                                 Pattern{"random", 0}}) {
            run(id, p, requests);
        }
    }
    return 0;
}
