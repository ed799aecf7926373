// AlexNet's five convolutions, four images, on Eyeriss, against the chip as measured (Chen et al.,
// IEEE JSSC 52(1), 2017; 278 mW and 0.0029 DRAM accesses per MAC from its abstract, 115.3 ms in all
// recalled). The chip's power does not include DRAM.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

#include <string>

using namespace systole;

namespace {

constexpr const char* kNetwork =
    "name: alexnet_conv_n4\n"
    "layers:\n"
    "  - {name: conv1, kind: conv, batch: 4, input: [227, 227, 3], filters: 96, filter: 11, "
    "stride: 4}\n"
    "  - {name: conv2, kind: conv, batch: 4, input: [27, 27, 96], filters: 256, filter: 5, "
    "padding: 2, groups: 2}\n"
    "  - {name: conv3, kind: conv, batch: 4, input: [13, 13, 256], filters: 384, filter: 3, "
    "padding: 1}\n"
    "  - {name: conv4, kind: conv, batch: 4, input: [13, 13, 384], filters: 384, filter: 3, "
    "padding: 1, groups: 2}\n"
    "  - {name: conv5, kind: conv, batch: 4, input: [13, 13, 384], filters: 256, filter: 3, "
    "padding: 1, groups: 2}\n";

}  // namespace

TEST_CASE("does Eyeriss take about the time, power and DRAM accesses of the chip?") {
    const test::TempDir dir;
    test::write_file(dir / "alexnet.yaml", kNetwork);
    const auto result = test::systole({"run",
                                       (test::source_dir() / "configs/eyeriss.yaml").string(),
                                       (dir / "alexnet.yaml").string(),
                                       "--json"});
    INFO(result.err);
    REQUIRE(result.status == 0);
    const auto report = nlohmann::json::parse(result.out);
    double macs = 0;
    double dram_bytes = 0;
    for (const auto& layer : report["layers"]) {
        macs += layer["macs"].get<double>();
        dram_bytes += layer["ddr_bytes"]["read"].get<double>();
        dram_bytes += layer["ddr_bytes"]["write"].get<double>();
    }
    CHECK(macs == 4.0 * 665'784'864);

    const double seconds = report["makespan"].get<double>() / 200e6;
    CHECK(seconds > 0.75 * 0.1153);
    CHECK(seconds < 1.25 * 0.1153);

    // Half to twice: the table is relative, its anchor derived; clock tree and control are not in
    // it, and partial sums are four times as wide in the buffer as the chip's.
    const auto& energy = report["energy_pj"];
    const double on_chip = energy["total"].get<double>() - energy["by_unit"]["DDR"].get<double>();
    const double milliwatts = on_chip * 1e-9 / seconds;
    CHECK(milliwatts > 0.5 * 278);
    CHECK(milliwatts < 2.0 * 278);

    // Not fewer, up to four times: the chip compresses feature maps and loads weights once for all
    // four images; neither is modelled.
    const double accesses = dram_bytes / 2 / macs;
    CHECK(accesses > 0.0029);
    CHECK(accesses < 4 * 0.0029);

    // Row stationary spends more inside its PEs than on DRAM in convolutions (ISCA 2016).
    CHECK(energy["by_unit"]["CUBE"] > energy["by_unit"]["DDR"]);
}
