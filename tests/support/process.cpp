#include "tests/support/process.h"

#include "tests/support/paths.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace systole::test {

namespace {

constexpr int kCannotStart = 127;

// In the child, between fork and exec: only async-signal-safe calls and setenv (the parent has no
// other thread that could hold a lock).
[[noreturn]] void start(const std::vector<std::string>& argv,
                        const ProcessOptions& options,
                        const char* in,
                        const char* out,
                        const char* err) {
    const int fd_in = open(in, O_RDONLY);
    const int fd_out = open(out, O_WRONLY);
    const int fd_err = open(err, O_WRONLY);
    bool ready = dup2(fd_in, 0) == 0 && dup2(fd_out, 1) == 1 && dup2(fd_err, 2) == 2;
    ready = ready && (options.folder.empty() || chdir(options.folder.c_str()) == 0);
    for (const auto& [name, value] : options.environment) {
        ready = ready && setenv(name.c_str(), value.c_str(), 1) == 0;
    }
    if (ready) {
        std::vector<char*> words;
        words.reserve(argv.size() + 1);
        for (const std::string& word : argv) {
            words.push_back(const_cast<char*>(word.c_str()));
        }
        words.push_back(nullptr);
        execvp(words[0], words.data());
    }
    _exit(kCannotStart);
}

}  // namespace

std::optional<ProcessResult> run_process(const std::vector<std::string>& argv,
                                         const ProcessOptions& options) {
    const TempDir dir;
    const std::string in = dir / "in";
    const std::string out = dir / "out";
    const std::string err = dir / "err";
    write_file(in, options.input);
    write_file(out, "");
    write_file(err, "");

    const pid_t child = fork();
    if (child < 0) {
        throw std::system_error(errno, std::generic_category(), "fork");
    }
    if (child == 0) {
        start(argv, options, in.c_str(), out.c_str(), err.c_str());
    }
    int state = 0;
    while (waitpid(child, &state, 0) < 0) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "waitpid");
        }
    }
    ProcessResult result;
    result.status = WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
    if (result.status == kCannotStart) {
        return std::nullopt;
    }
    result.out = read_file(out);
    result.err = read_file(err);
    return result;
}

}  // namespace systole::test
