#include "sim/generate/registry.h"

#include "sim/core/error.h"
#include "sim/core/named_table.h"
#include "sim/generate/conv.h"
#include "sim/generate/flash_attention.h"
#include "sim/generate/matmul.h"
#include "sim/generate/stream.h"

#include <fmt/format.h>

#include <array>
#include <new>

namespace systole::generate {
namespace {

const std::array kKernels = {
    Kernel{"matmul",
           "C = A x B, block by block through L1, L0A, L0B and L0C",
           matmul_parameters(),
           matmul_size,
           build_matmul},
    Kernel{"flash-attention",
           "softmax(Q x K^T) x V with running row statistics in UB",
           flash_attention_parameters(),
           flash_attention_size,
           build_flash_attention},
    Kernel{"conv",
           "a U-shaped chain of convolution layers in L1, in row bands with halos",
           conv_parameters(),
           conv_size,
           build_conv},
    Kernel{"stream",
           "tiles through UB: COPY_IN of one under the work on another, ids in program order",
           stream_parameters(),
           stream_size,
           build_stream},
};

}  // namespace

Span<Kernel> kernels() {
    return {kKernels.data(), kKernels.size()};
}

const Kernel& find_kernel(std::string_view name) {
    return find_named(kernels(), name, "generate.kernel", "kernel");
}

ir::Program generate(const Kernel& kernel, const Values& values) {
    const TraceSize size = kernel.size(values);
    require_possible(size, kernel.name);
    try {
        ir::Program trace = kernel.build(values);
        trace.file = values.command();
        return trace;
    } catch (const std::bad_alloc&) {
        throw_bad_input("generate.memory",
                        {},
                        fmt::format("{}: there is not enough memory for a trace of {} nodes and "
                                    "{} edges; choose smaller counts",
                                    kernel.name,
                                    size.nodes().value(),
                                    size.edges().value()));
    }
}

}  // namespace systole::generate
