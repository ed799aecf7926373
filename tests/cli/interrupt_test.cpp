#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

using namespace systole;

namespace {

// Starts the program, waits until a file appears in `folder`, sends the signal; gives the signal
// that ended it, or 0 when it ended by itself.
int interrupt_when_writing(const std::vector<std::string>& arguments,
                           const std::filesystem::path& folder,
                           int signal) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::vector<char*> argv;
        for (const std::string& a : arguments) {
            argv.push_back(const_cast<char*>(a.c_str()));
        }
        argv.push_back(nullptr);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    int status = 0;
    for (int i = 0; i < 20000; ++i) {
        if (!std::filesystem::is_empty(folder)) {
            ::kill(child, signal);
            break;
        }
        if (::waitpid(child, &status, WNOHANG) == child) {
            return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        }
        ::usleep(500);
    }
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("does Ctrl-C in the middle of writing leave nothing behind?") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ}) {
        INFO("signal " << signal);
        const test::TempDir dir;
        const int ended_by = interrupt_when_writing({SYSTOLE_PROGRAM,
                                                     "generate",
                                                     "matmul",
                                                     "--m",
                                                     "48",
                                                     "--n",
                                                     "48",
                                                     "--k",
                                                     "48",
                                                     "--quiet",
                                                     "-o",
                                                     (dir / "big.json").string()},
                                                    dir.path(),
                                                    signal);
        CHECK(ended_by == signal);
        CHECK(test::names_in(dir.path()).empty());
    }
}
