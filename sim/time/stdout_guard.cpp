#include "sim/time/stdout_guard.h"

#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace systole::time {
namespace {

void flush() {
    std::cout.flush();
    std::fflush(stdout);
}

}  // namespace

StdoutGuard::StdoutGuard() : kept_(dup(STDOUT_FILENO)) {
    flush();
    if (kept_ >= 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
}

StdoutGuard::~StdoutGuard() {
    flush();
    if (kept_ >= 0) {
        dup2(kept_, STDOUT_FILENO);
        close(kept_);
    }
}

}  // namespace systole::time
