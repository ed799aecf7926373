#pragma once

namespace systole::test {

// Runs the test cases that the command line selects; returns the exit status.
int run_catch_session(int argc, char** argv);

}  // namespace systole::test
