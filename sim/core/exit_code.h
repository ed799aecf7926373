#pragma once

#include "sim/core/error.h"

namespace systole {

// The exit statuses of the program, in step with the meaning of ErrorKind.
enum ExitCode : int {
    kExitDone = 0,
    kExitRefused = 1,      // a check or comparison failed, a plan is illegal, a buffer does not fit
    kExitBadInput = 2,     // bad usage or bad input
    kExitStopped = 3,      // the simulation stopped abnormally
    kExitInternal = 4,     // our own bug
    kExitInterrupt = 130,  // 128 + SIGINT, as shells report it
};

constexpr ExitCode exit_code_for(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::kRefused:
            return kExitRefused;
        case ErrorKind::kBadInput:
            return kExitBadInput;
        case ErrorKind::kStopped:
            return kExitStopped;
        case ErrorKind::kInternal:
            break;
    }
    return kExitInternal;
}

}  // namespace systole
