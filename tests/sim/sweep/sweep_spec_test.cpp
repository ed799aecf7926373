#include "sim/sweep/sweep_spec.h"

#include "tests/sim/sweep/sweep_files.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::SweepFile;

namespace {

std::vector<std::string> texts(const std::vector<sweep::Word>& words) {
    std::vector<std::string> result;
    for (const sweep::Word& word : words) {
        result.push_back(word.text);
    }
    return result;
}

// The message about a whole file whose third line and following are `text`.
test::Refusal refusal(const std::string& text, bool with_head = true) {
    const SweepFile file(text, with_head);
    return test::refusal_of([&] { file.space(); });
}

bool says(const test::Refusal& refusal, const std::string& words) {
    CAPTURE(refusal.what);
    return refusal.what.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("are lists, ranges, single values and links read?") {
    const SweepFile file(
        "sweep:\n"
        "  cube.rows: [8, 24]\n"
        "  cube.cols: = cube.rows\n"
        "  tiers.l1.capacity: {from: 1024, to: 9000, times: 2}\n"
        "  tiers.ub.capacity: {from: 10, to: 20, step: 4}\n"
        "  ddr.latency_cycles: 7\n"
        "  paths.activations: [[L1, L0A], [UB]]\n"
        "where: [cube.rows > 1, cube.cols < 99]\n"
        "sample: {kind: latin-hypercube, points: 12, seed: 5}\n");
    const sweep::SweepSpec spec = file.spec();
    CHECK(spec.name == "s");
    REQUIRE(spec.axes.size() == 6);
    CHECK(texts(spec.axes[0].values) == std::vector<std::string>{"8", "24"});
    CHECK(spec.axes[1].expression == " cube.rows");
    CHECK(texts(spec.axes[2].values) == std::vector<std::string>{"1024", "2048", "4096", "8192"});
    CHECK(texts(spec.axes[3].values) == std::vector<std::string>{"10", "14", "18"});
    CHECK(texts(spec.axes[4].values) == std::vector<std::string>{"7"});
    CHECK(texts(spec.axes[5].values) == std::vector<std::string>{"L1,L0A", "UB"});
    CHECK(spec.conditions.size() == 2);
    REQUIRE(spec.sample.has_value());
    CHECK(spec.sample->kind == sweep::SampleKind::kLatinHypercube);
    CHECK(spec.sample->points == 12);
    CHECK(spec.sample->seed == 5);
}

TEST_CASE("does a file that extends another take what it does not say itself?") {
    const SweepFile file("methods: [base]\nsweep:\n  cube.rows: [8]\n  cube.cols: [4]\n");
    test::write_file(file.dir() / "child.yaml",
                     "extends: s.yaml\nmethods: [dan]\nsweep:\n  cube.rows: [16, 32]\n");
    const sweep::SweepSpec spec = sweep::read_sweep_spec(file.dir() / "child.yaml");
    CHECK(texts(spec.methods) == std::vector<std::string>{"dan"});
    REQUIRE(spec.axes.size() == 2);
    CHECK(texts(spec.axes[0].values) == std::vector<std::string>{"16", "32"});
    CHECK(spec.axes[1].key == "cube.cols");
    CHECK(spec.files.size() == 2);
    test::write_file(file.dir() / "loop.yaml", "extends: loop.yaml\n");
    CHECK(test::refusal_of([&] { sweep::read_sweep_spec(file.dir() / "loop.yaml"); }).rule ==
          "sweep.extends");
}

TEST_CASE("is a bad file refused with its line, the nearest name and what to change?") {
    const auto key = refusal("sweep:\n  cube.rowz: [8]\n");
    CHECK(key.rule == "sweep.key-unknown");
    CHECK(says(key, "s.yaml:4: "));
    CHECK(says(key, "did you mean 'cube.rows'?"));
    const auto word = refusal("swep:\n  cube.rows: [8]\n");
    CHECK(word.rule == "sweep.key-unknown");
    CHECK(says(word, "s.yaml:3: "));
    CHECK(says(word, "did you mean 'sweep'?"));
    const auto empty = refusal("sweep:\n  cube.rows: []\n");
    CHECK(empty.rule == "sweep.values");
    CHECK(says(empty, "s.yaml:4: "));
    const auto nothing = refusal("sweep:\n  cube.rows: [8, 16]\nwhere: cube.rows > 16\n");
    CHECK(nothing.rule == "sweep.no-points");
    CHECK(says(nothing, "s.yaml:5: none of the 2 combinations meets \"cube.rows > 16\""));
    const auto unit = refusal("sweep:\n  tiers.l1.capacity: [1024, 64parsec]\n");
    CHECK(unit.rule.rfind("config.", 0) == 0);
    CHECK(says(unit, "s.yaml:4: "));
    CHECK(says(unit, "64parsec"));
    CHECK(refusal("sweep:\n  cube.rows: [0]\n").rule == "config.range");
    const auto choice = refusal("sweep:\n  cube.dataflow: [ws, oss]\n");
    CHECK(choice.rule == "config.choice");
    CHECK(says(choice, "did you mean 'os'?"));
    CHECK(refusal("sweep:\n  cube.rows: [8, 8]\n").rule == "sweep.values");
    CHECK(refusal("sweep:\n  cube.rows: [8]\n  cube.rows: [9]\n").rule == "sweep.key-duplicate");
    CHECK(refusal("set: {cube.rows: 4}\nsweep:\n  cube.rows: [8]\n").rule == "sweep.key-duplicate");
    CHECK(refusal("sweep:\n  cube.rows: {from: 8, to: 4, step: 1}\n").rule == "sweep.range");
    CHECK(refusal("sweep:\n  cube.rows: {from: 8, to: 16}\n").rule == "sweep.range");
    CHECK(refusal("sweep:\n  cube.rows: {from: 8, until: 16}\n").rule == "sweep.key-unknown");
    CHECK(refusal("methods: [dann]\n").rule == "schedule.unknown");
    CHECK(refusal("methods: [dan]\nobjectives: [traffic]\n").rule == "sweep.option");
    CHECK(refusal("sample: {points: none}\n").rule == "sweep.type");
    CHECK(refusal("sample: {seed: 1}\n").rule == "sweep.key-missing");
    CHECK(refusal("set: {cube.rows: many}\n").rule == "config.type");
    CHECK(refusal("sweep: [\n").rule == "sweep.syntax");
    CHECK(refusal("", false).rule == "sweep.empty");
}

TEST_CASE("are links that lead nowhere refused?") {
    CHECK(refusal("sweep:\n  cube.rows: [8]\n  cube.cols: = cube.cool\n").rule == "sweep.link");
    CHECK(refusal("sweep:\n  cube.rows: = cube.cols\n  cube.cols: = cube.rows\n").rule ==
          "sweep.link");
    const auto half = refusal("sweep:\n  cube.rows: [9]\n  cube.cols: = cube.rows / 2\n");
    CHECK(half.rule == "sweep.link");
    CHECK(says(half, "gives 4.5"));
}

TEST_CASE("is a base or a workload that cannot be read named before anything runs?") {
    const std::string root = test::source_dir().string();
    const auto workload =
        refusal("base: " + root + "/configs/davinci.yaml\nworkloads: [none.json]\n", false);
    CHECK(workload.rule == "sweep.workload");
    CHECK(says(workload, "s.yaml:2: "));
    CHECK(says(workload, "none.json"));
    const auto base = refusal("base: none.yaml\nworkloads: [x.json]\n", false);
    CHECK(base.rule == "sweep.base");
    CHECK(refusal("workloads: [x.json]\n", false).rule == "sweep.key-missing");
    CHECK(test::refusal_of([] { sweep::read_sweep_spec("/none/s.yaml"); }).rule == "sweep.file");
}
