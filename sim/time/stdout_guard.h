#pragma once

namespace systole::time {

// Sends this process's standard output to standard error for a while, whoever writes to it.
class StdoutGuard {
 public:
    StdoutGuard();
    ~StdoutGuard();
    StdoutGuard(const StdoutGuard&) = delete;
    StdoutGuard& operator=(const StdoutGuard&) = delete;

 private:
    int kept_;  // a copy of the descriptor; -1: there is no standard output
};

}  // namespace systole::time
