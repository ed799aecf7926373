#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace systole {

// The kinds of files that the program reads, as far as their first lines tell.
enum class FileKind {
    kArchitecture,
    kEnergyTable,
    kLayerList,  // YAML
    kTopology,   // SCALE-Sim's CSV
    kScalesimCfg,
    kTraceJson,
    kTraceCsv,  // nodes or edges
    kPlan,      // a schedule, or addresses
    kReport     // one of our own
};

// "an architecture (CONFIG)": what a message calls it, and how it is given.
std::string_view describe(FileKind kind);

// What a file that starts with `text` seems to be; nothing when in doubt. For messages about a file
// that could not be read as what it was given for, never to decide how to read one.
std::optional<FileKind> guess_file_kind(std::string_view text);

// Throws bad input `rule` when `text`, the start of `file`, looks like another kind than
// `expected`: "this looks like ...; expected ...".
void refuse_other_kind(std::string_view text,
                       FileKind expected,
                       const std::string& rule,
                       const std::string& file);

}  // namespace systole
