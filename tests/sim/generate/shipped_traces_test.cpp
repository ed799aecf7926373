#include "sim/load/trace_json.h"
#include "tests/sim/generate/generated.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;

namespace {

void check_shipped(const std::string& file,
                   std::string_view kernel,
                   const std::vector<test::Setting>& settings,
                   const std::string& command) {
    INFO(file);
    const ir::Program trace = test::generated(kernel, settings);
    std::string text;
    load::write_trace_json(trace, [&](std::string_view piece) { text += piece; });
    CHECK(text == test::read_file(test::source_dir() / "traces" / file));
    CHECK(text.size() < 150 * 1024);
    CHECK(trace.file == command);
    test::check_fits_reference_core(trace);
    // The command is in the folder's README.
    CHECK_THAT(test::read_file(test::source_dir() / "traces" / "README.md"),
               Catch::Matchers::Contains(command + " -o traces/" + file));
}

}  // namespace

TEST_CASE("do the commands in traces/README.md make the files in traces/") {
    check_shipped("matmul-4x4x4.json",
                  "matmul",
                  {{"m", 4}, {"n", 4}, {"k", 4}},
                  "systole generate matmul --m 4 --n 4 --k 4");
    check_shipped("flash-attention-2x3.json",
                  "flash-attention",
                  {{"query-blocks", 2}, {"key-blocks", 3}},
                  "systole generate flash-attention --query-blocks 2 --key-blocks 3");
    check_shipped("conv-2-bands.json",
                  "conv",
                  {{"levels", 1},
                   {"encoder-layers", 2},
                   {"decoder-layers", 3},
                   {"decoder-tiles", 2},
                   {"bands", 2},
                   {"band-units", 192}},
                  "systole generate conv --levels 1 --encoder-layers 2 --decoder-layers 3 "
                  "--decoder-tiles 2 --bands 2 --band-units 192");
}
