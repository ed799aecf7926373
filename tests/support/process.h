#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace systole::test {

struct ProcessResult {
    int status = 0;  // exit status; 128 + signal number when a signal ended it, as shells report it
    std::string out;
    std::string err;
};

struct ProcessOptions {
    std::string input;                                             // its stdin
    std::vector<std::pair<std::string, std::string>> environment;  // added to ours
    std::string folder;                                            // to run in; empty: ours
};

// Runs argv[0] (looked up in PATH) and waits for it. Empty when the program cannot be started.
std::optional<ProcessResult> run_process(const std::vector<std::string>& argv,
                                         const ProcessOptions& options = {});

}  // namespace systole::test
