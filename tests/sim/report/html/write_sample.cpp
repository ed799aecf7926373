// write_sample PAGE ROWS COLUMNS DEPTH [contention] [bins]: the page of a made-up run, for the
// browser test and for looking at.
#include "sim/report/html/html_report.h"
#include "sim/report/summary.h"
#include "tests/sim/report/html/sample_run.h"
#include "tests/support/outputs.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv, argv + argc);
    if (words.size() < 5) {
        std::fputs("usage: write_sample PAGE ROWS COLUMNS DEPTH [contention] [bins]\n", stderr);
        return 2;
    }
    try {
        systole::test::SampleRun::Shape shape;
        shape.rows = std::stoul(words[2]);
        shape.columns = std::stoul(words[3]);
        shape.depth = std::stoul(words[4]);
        systole::report::HtmlOptions options;
        for (std::size_t i = 5; i < words.size(); ++i) {
            shape.contention = shape.contention || words[i] == "contention";
            options.max_timed_nodes = words[i] == "bins" ? 0 : options.max_timed_nodes;
        }
        const systole::test::SampleRun run(shape);
        const systole::RunResult report = run.report();
        const nlohmann::json config = {{{"key", "memory.l1.capacity"},
                                        {"value", "4096"},
                                        {"unit", "units"},
                                        {"source", "sample.yaml:3"}},
                                       {{"key", "ddr.bytes_per_cycle"},
                                        {"value", "128"},
                                        {"unit", "B/cycle"},
                                        {"source", "default"}}};
        systole::test::write_output(words[1], [&](systole::OutputFile& file) {
            systole::report::write_html_report(
                report, systole::report::summary_json(report).dump(), config.dump(), file, options);
        });
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
