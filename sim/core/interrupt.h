#pragma once

#include <signal.h>

#include <string>

namespace systole {

// Holds the signals of install_interrupt_cleanup() back for its scope, in this thread: between
// making a temporary and noting its name, one would leave the file behind. Keeps errno.
class SignalsHeld {
 public:
    SignalsHeld();
    ~SignalsHeld();
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
    sigset_t before_{};
};

// Notes a file that a deadly signal has to remove; gives its slot, or -1 when the table is full
// (the next run in that folder sweeps what stays). forget_temporary(-1) does nothing.
int note_temporary(const std::string& path);
void forget_temporary(int slot);

// SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU and SIGXFSZ remove the noted temporaries, say
// on stderr which of them came where a shell would not, and end the process as the signal would.
// One that is ignored when the program starts (nohup) stays ignored. Called once, by main.
void install_interrupt_cleanup();

}  // namespace systole
