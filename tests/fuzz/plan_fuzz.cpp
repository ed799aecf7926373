#include "sim/ir/program_builder.h"
#include "sim/load/plan_file.h"
#include "tests/fuzz/fuzz_support.h"

#include <optional>

namespace {

// Two buffers and an operation on each: nodes 0..5.
systole::ir::Program small_trace() {
    using namespace systole;
    ir::ProgramBuilder builder;
    const BufId a = builder.alloc(Tier::kL1, 4);
    const BufId b = builder.alloc(Tier::kL1, 2);
    for (BufId buf : {a, b}) {
        const NodeId v = builder.operation(builder.op("ADD"), Pipe::kVector, 5, {&buf, 1});
        builder.edge(builder.alloc_of(buf), v);
        builder.free(buf);
    }
    return builder.finish();
}

}  // namespace

// The input is the schedule, the memory and, where there is a third part, the spill file, with
// lines "%%" between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace systole;
    static const ir::Program trace = small_trace();
    std::string_view rest = test::text_of(data, size);
    const std::string_view schedule = test::take_part(rest);
    const std::string_view memory = test::take_part(rest);
    test::expect_answer([&] {
        using load::TextSource;
        load::read_plan(TextSource::memory(schedule, "schedule", "plan"),
                        TextSource::memory(memory, "memory", "plan"),
                        rest.empty()
                            ? std::nullopt
                            : std::optional<TextSource>(TextSource::memory(rest, "spill", "plan")),
                        trace);
    });
    return 0;
}
