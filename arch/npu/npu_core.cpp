#include "arch/npu/npu_core.h"

#include <array>

namespace systole::arch {
namespace {

constexpr std::size_t kDmaEngines = 3;

}  // namespace

NpuCore::NpuCore(sc_core::sc_module_name name,
                 const config::ArchConfig& config,
                 const CoreProgram& program,
                 const DdrTraits& ddr,
                 const Clock& clock,
                 ProcessGuard& guard)
    : sc_module(name),
      ddr_use(kPipeCount),
      dispatcher("dispatcher", program, clock, guard),
      mte1_pipe("mte1_pipe", Pipe::kMTE1, program, guard),
      mte2_pipe("mte2_pipe", Pipe::kMTE2, program, guard),
      mte3_pipe("mte3_pipe", Pipe::kMTE3, program, guard),
      cube_pipe("cube_pipe", Pipe::kCube, program, guard),
      vector_pipe("vector_pipe", Pipe::kVector, program, guard),
      fixp_pipe("fixp_pipe", Pipe::kFixp, program, guard),
      mte1("mte1", Pipe::kMTE1, program, clock, config.contention, guard),
      cube("cube", Pipe::kCube, program, clock, config.contention, guard),
      vector("vector", Pipe::kVector, program, clock, config.contention, guard),
      mte2("mte2", Pipe::kMTE2, program, ddr, ddr_use, config.contention, clock, guard),
      mte3("mte3", Pipe::kMTE3, program, ddr, ddr_use, config.contention, clock, guard),
      fixp("fixp", Pipe::kFixp, program, ddr, ddr_use, config.contention, clock, guard),
      l1("l1", Tier::kL1, config, clock, guard),
      ub("ub", Tier::kUB, config, clock, guard),
      l0a("l0a", Tier::kL0A, config, clock, guard),
      l0b("l0b", Tier::kL0B, config, clock, guard),
      l0c("l0c", Tier::kL0C, config, clock, guard),
      ddr_arbiter("ddr_arbiter", kDmaEngines, guard) {
    const std::array<Scratchpad*, kTierCount> scratchpads = {&l1, &ub, &l0a, &l0b, &l0c};
    const std::array<InOrderPipe*, kPipeCount> pipes = {
        &mte1_pipe, &mte2_pipe, &mte3_pipe, &cube_pipe, &vector_pipe, &fixp_pipe};
    const std::array<Engine*, kPipeCount> engines = {&mte1, &mte2, &mte3, &cube, &vector, &fixp};
    for (std::size_t p = 0; p < kPipeCount; ++p) {
        dispatcher.out_pipe[p].bind(*pipes[p]);
        pipes[p]->out_dispatcher.bind(dispatcher);
        pipes[p]->out_engine.bind(*engines[p]);
        engines[p]->out_owner.bind(*pipes[p]);
        for (std::size_t t = 0; t < kTierCount; ++t) {
            engines[p]->out_scratchpad[t].bind(*scratchpads[t]);
        }
    }
    for (std::size_t t = 0; t < kTierCount; ++t) {
        dispatcher.out_scratchpad[t].bind(*scratchpads[t]);
    }
    const std::array<DmaEngine*, kDmaEngines> dma_engines = {&mte2, &mte3, &fixp};
    for (std::size_t i = 0; i < kDmaEngines; ++i) {
        dma_engines[i]->out_ddr.bind(ddr_arbiter.in_socket[i]);
    }
}

void NpuCore::trace(sc_core::sc_trace_file* file) const {
    for (const InOrderPipe* pipe :
         {&mte1_pipe, &mte2_pipe, &mte3_pipe, &cube_pipe, &vector_pipe, &fixp_pipe}) {
        pipe->trace(file);
    }
    for (const Scratchpad* scratchpad : {&l1, &ub, &l0a, &l0b, &l0c}) {
        scratchpad->trace(file);
    }
}

std::vector<stats::Sample> NpuCore::sample() const {
    std::vector<stats::Sample> samples;
    for (const Engine* engine : {&mte1,
                                 static_cast<const Engine*>(&mte2),
                                 static_cast<const Engine*>(&mte3),
                                 &cube,
                                 &vector,
                                 static_cast<const Engine*>(&fixp)}) {
        engine->sample(samples);
    }
    for (const Scratchpad* scratchpad : {&l1, &ub, &l0a, &l0b, &l0c}) {
        scratchpad->sample(samples);
    }
    return samples;
}

}  // namespace systole::arch
