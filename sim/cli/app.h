#pragma once

namespace systole::cli {

// Parses the command line, runs the verb, prints errors on stderr. Gives the exit status
// (sim/core/exit_code.h); throws nothing.
int run_program(int argc, const char* const* argv);

}  // namespace systole::cli
