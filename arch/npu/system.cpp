#include "arch/npu/system.h"

namespace systole::arch {

System::System(const config::ArchConfig& config,
               const CoreProgram& program,
               const Clock& clock,
               const DdrMaker& make_ddr)
    : ddr(make_ddr(config.ddr, clock, guard)),
      core("core0", config, program, ddr->traits(), clock, guard) {
    core.ddr_arbiter.out_socket.bind(ddr->socket());
}

std::vector<stats::Sample> System::sample() const {
    std::vector<stats::Sample> samples = core.sample();
    ddr->sample(samples);
    return samples;
}

}  // namespace systole::arch
