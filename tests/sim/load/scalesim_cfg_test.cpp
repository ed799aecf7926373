#include "sim/load/scalesim_cfg.h"

#include "tests/sim/load/found_error.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;
using test::Found;

namespace {

// What SCALE-Sim ships as configs/scale.cfg (facts of the format, in our order).
const std::string kShipped =
    "[general]\n"
    "run_name = scale_example_run_32x32_ws\n"
    "\n"
    "[architecture_presets]\n"
    "ArrayHeight:    32\n"
    "ArrayWidth:     16\n"
    "IfmapSramSzkB:   64\n"
    "FilterSramSzkB:  64\n"
    "OfmapSramSzkB:   64\n"
    "IfmapOffset:    0\n"
    "FilterOffset:   10000000\n"
    "OfmapOffset:    20000000\n"
    "Bandwidth : 10\n"
    "Dataflow : os\n"
    "MemoryBanks:   1\n"
    "ReadRequestBuffer: 32\n"
    "WriteRequestBuffer: 32\n"
    "\n"
    "[layout]\n"
    "IfmapCustomLayout: False\n"
    "IfmapSRAMBankBandwidth: 10\n"
    "IfmapSRAMBankNum: 10\n"
    "IfmapSRAMBankPort: 2\n"
    "FilterCustomLayout: False\n"
    "FilterSRAMBankBandwidth: 10\n"
    "FilterSRAMBankNum: 10\n"
    "FilterSRAMBankPort: 2\n"
    "\n"
    "[sparsity]\n"
    "SparsitySupport : false\n"
    "SparseRep : ellpack_block\n"
    "OptimizedMapping : false\n"
    "BlockSize : 8\n"
    "RandomNumberGeneratorSeed : 40\n"
    "\n"
    "[run_presets]\n"
    "InterfaceBandwidth: CALC\n"
    "UseRamulatorTrace: False\n";

const std::string kSmall = "[architecture_presets]\nArrayHeight: 8\nArrayWidth: 4\nDataflow: ws\n";

load::ScalesimCfg read(const std::string& text) {
    return load::read_scalesim_cfg(load::TextSource::memory(text, "a.cfg", "scalesim"));
}

std::string shipped_with(const std::string& what, const std::string& replacement) {
    std::string text = kShipped;
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), replacement);
}

Found found_in(const std::string& text) {
    return test::found(test::error_of([&] { read(text); }));
}

}  // namespace

TEST_CASE("a configuration as SCALE-Sim ships it is read without a note") {
    const load::ScalesimCfg cfg = read(kShipped);
    CHECK(cfg.file == "a.cfg");
    CHECK(cfg.run_name == "scale_example_run_32x32_ws");
    CHECK(cfg.rows == 32);
    CHECK(cfg.cols == 16);
    CHECK(cfg.dataflow == Dataflow::kOutputStationary);
    CHECK_FALSE(cfg.buffers);
    CHECK(cfg.notes.empty());
}

TEST_CASE("the array is enough; names go as SCALE-Sim takes them") {
    CHECK(read(kSmall).run_name == "scale_run");
    CHECK(read(kSmall).rows == 8);
    const load::ScalesimCfg cfg = read(
        "\xEF\xBB\xBF# array\r\n; of mine\r\n[architecture_presets]\r\narrayheight = 3\r\n"
        "ARRAYWIDTH:5  \r\nDataflow=is\r\n");
    CHECK(cfg.rows == 3);
    CHECK(cfg.cols == 5);
    CHECK(cfg.dataflow == Dataflow::kInputStationary);
}

TEST_CASE("a bandwidth given by the user takes the buffers with it") {
    std::string text = shipped_with("CALC", "USER");
    const auto set = [&](const std::string& what, const std::string& value) {
        text.replace(text.find(what), what.size(), value);
    };
    set("FilterSramSzkB:  64", "FilterSramSzkB:  32");
    set("OfmapSramSzkB:   64", "OfmapSramSzkB:   8");
    set("Bandwidth : 10", "Bandwidth : 7, 9");
    set("IfmapSRAMBankBandwidth: 10", "IfmapSRAMBankBandwidth: 4");
    set("FilterSRAMBankBandwidth: 10", "FilterSRAMBankBandwidth: 5");
    const load::ScalesimCfg cfg = read(text);
    CHECK(cfg.notes.empty());
    REQUIRE(cfg.buffers);
    CHECK(cfg.buffers->ifmap_kb == 64);
    CHECK(cfg.buffers->filter_kb == 32);
    CHECK(cfg.buffers->ofmap_kb == 8);
    CHECK(cfg.buffers->ifmap_bandwidth == 4);
    CHECK(cfg.buffers->filter_bandwidth == 5);
    CHECK(cfg.buffers->ofmap_bandwidth == 7);

    const std::string user = "[run_presets]\nInterfaceBandwidth: USER\n";
    const Error missing = test::error_of([&] { read(kSmall + user); });
    CHECK(missing.rule() == "scalesim.missing-key");
    CHECK(missing.message() == "[architecture_presets] has no IfmapSramSzkB");
    text = shipped_with("CALC", "USER");
    set("IfmapSRAMBankBandwidth: 10", "IfmapSRAMBankBandwidth: 0");
    CHECK(found_in(text) == Found{"scalesim.range", 21});
}

TEST_CASE("what would change the cycles and is not modelled is refused, not noted") {
    CHECK(found_in(shipped_with("UseRamulatorTrace: False", "UseRamulatorTrace: True")) ==
          Found{"scalesim.memory", 38});
    std::string text = shipped_with("CALC", "USER");
    const std::string layout = "IfmapCustomLayout: False";
    text.replace(text.find(layout), layout.size(), "IfmapCustomLayout: yes");
    CHECK(found_in(text) == Found{"scalesim.memory", 20});
    // Without a given bandwidth the layout has no effect there either.
    CHECK(read(shipped_with("IfmapCustomLayout: False", "IfmapCustomLayout: yes")).notes.empty());
}

TEST_CASE("keys may be indented alike, not further than the one above") {
    const load::ScalesimCfg cfg = read(
        "[architecture_presets]\n    ArrayHeight: 8\n    ArrayWidth: 4\n\n  Dataflow: ws\n"
        "  [run_presets]\n    InterfaceBandwidth: CALC\n");
    CHECK(cfg.rows == 8);
    CHECK(cfg.cols == 4);
    const Error further = test::error_of(
        [] { read("[architecture_presets]\n ArrayHeight: 8\n  ArrayWidth: 4\n Dataflow: ws\n"); });
    CHECK(further.where().line == 3);
    CHECK(further.message() ==
          "'ArrayWidth: 4' is indented further than the key above it: SCALE-Sim reads it as part "
          "of that key's value; indent both alike");
}

TEST_CASE("an unknown key or section is put aside with a note") {
    load::ScalesimCfg cfg = read(kSmall + "ArrayHeigth: 9\n[run_presets]\nTimeLinearModel: X\n");
    REQUIRE(cfg.notes.size() == 2);
    CHECK(cfg.notes[0] ==
          "a.cfg:5: ArrayHeigth is not known in [architecture_presets] and not used; did you mean "
          "'ArrayHeight'?");
    CHECK(cfg.notes[1].find("a.cfg:7: TimeLinearModel is not known") == 0);
    CHECK(cfg.rows == 8);
    cfg = read(kSmall + "[mine]\nanything = at all\n");
    REQUIRE(cfg.notes.size() == 1);
    CHECK(cfg.notes[0].find("a.cfg:5: section [mine]") == 0);
}

TEST_CASE("what cannot be used is refused with its line") {
    CHECK(found_in(shipped_with("ArrayWidth:     16\n", "")) == Found{"scalesim.missing-key"});
    CHECK(found_in("") == Found{"scalesim.missing-key"});
    CHECK(found_in(shipped_with(" 32\n", " 0\n")) == Found{"scalesim.range", 5});
    CHECK(found_in(shipped_with(" 32\n", " 2147483649\n")) == Found{"scalesim.range", 5});
    CHECK(found_in(shipped_with(" 32\n", " -32\n")) == Found{"scalesim.value", 5});
    CHECK(found_in(shipped_with(" 32\n", " 32 # rows\n")) == Found{"scalesim.value", 5});
    CHECK(found_in(shipped_with("Bandwidth : 10", "Bandwidth : 10,,2")) ==
          Found{"scalesim.value", 13});
    CHECK(found_in(shipped_with("Dataflow : os", "Dataflow : rs")) == Found{"scalesim.value", 14});
    CHECK(found_in(shipped_with("CALC", "calc")) == Found{"scalesim.value", 37});
    CHECK(found_in(shipped_with("false", "maybe")) == Found{"scalesim.value", 30});
    CHECK(found_in(shipped_with("SparsitySupport : false", "SparsitySupport : true")) ==
          Found{"scalesim.sparsity", 30});
    CHECK(found_in(shipped_with("scale_example_run_32x32_ws", "../up")) ==
          Found{"scalesim.value", 2});
    CHECK(found_in(kSmall + "Dataflow: os\n") == Found{"scalesim.syntax", 5});
    CHECK(found_in(kSmall + "[architecture_presets]\n") == Found{"scalesim.syntax", 5});
    CHECK(found_in(kSmall + "  MemoryBanks: 1\n") == Found{"scalesim.syntax", 5});
    CHECK(found_in(kSmall + "MemoryBanks\n") == Found{"scalesim.syntax", 5});
    CHECK(found_in("[general\n") == Found{"scalesim.syntax", 1});
    CHECK(found_in("run_name = x\n") == Found{"scalesim.syntax", 1});
}

TEST_CASE("several bandwidths are several whole numbers") {
    CHECK(read(shipped_with("Bandwidth : 10", "Bandwidth : 10, 20,30")).notes.empty());
}
