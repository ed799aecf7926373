#include "sim/report/explain_csv.h"

#include "sim/core/output_file.h"

#include <fmt/format.h>

namespace systole::report {

namespace {

const char* verdict(const place::SpillCandidate& c) {
    if (c.chosen) {
        return "spilled";
    }
    return c.pinned ? "in use" : (c.no_help ? "no help" : "stays");
}

}  // namespace

void write_explain_csv(const place::SpillLog& log, const ir::Program& program, OutputFile& file) {
    file.write(
        "choice,node,position,needs,units,tier,candidate,offset,size,last_use,next_use,traffic,"
        "cycles,score,verdict\n");
    std::string lines;
    for (std::size_t i = 0; i < log.choices.size(); ++i) {
        const place::SpillChoice& choice = log.choices[i];
        lines.clear();
        for (const place::SpillCandidate& c : choice.candidates) {
            fmt::format_to(std::back_inserter(lines),
                           "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                           i,
                           index(choice.node),
                           choice.position,
                           program.buffer_label[index(choice.needed)],
                           program.size[index(choice.needed)],
                           name(choice.tier),
                           program.buffer_label[index(c.buf)],
                           c.offset,
                           c.size,
                           c.last_use,
                           c.next_use,
                           c.traffic,
                           c.cycles,
                           c.score,
                           verdict(c));
        }
        file.write(lines);
    }
}

}  // namespace systole::report
