#include "sim/core/interrupt.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace systole {
namespace {

// A signal handler may touch only memory that is always there, so the names of open temporaries
// stand in a fixed table. This and the SystemC kernel are the process's only global state.
constexpr std::size_t kSlots = 64;
constexpr std::size_t kMaxPath = 4096;
struct Slot {
    std::atomic<bool> used{false};
    std::atomic<bool> named{false};
    char path[kMaxPath] = {};
};
std::array<Slot, kSlots> g_temporaries;

struct Deadly {
    int signal;
    const char* words;  // none: who sent it knows
};
constexpr std::array<Deadly, 7> kDeadly = {
    {{SIGINT, nullptr},
     {SIGTERM, nullptr},
     {SIGHUP, nullptr},
     {SIGQUIT, "systole: ended by SIGQUIT\n"},
     {SIGPIPE, "systole: the reader of the output has gone (SIGPIPE)\n"},
     {SIGXCPU, "systole: ended by SIGXCPU: the limit of CPU time (ulimit -t) is reached\n"},
     {SIGXFSZ, "systole: ended by SIGXFSZ: a file reached the limit of size (ulimit -f)\n"}}};

// Only calls that are safe in a handler. (POSIX.1, 2.4.3)
extern "C" void remove_temporaries_and_die(int signal) {
    for (Slot& slot : g_temporaries) {
        if (slot.named) {
            ::unlink(slot.path);
        }
    }
    for (const Deadly& deadly : kDeadly) {
        if (deadly.signal == signal && deadly.words != nullptr) {
            // Nothing can be done about a stderr that is closed.
            const ssize_t ignored = ::write(STDERR_FILENO, deadly.words, std::strlen(deadly.words));
            static_cast<void>(ignored);
        }
    }
    // SA_RESETHAND has put the default action back; the signal stays blocked until the return.
    ::raise(signal);
}

}  // namespace

SignalsHeld::SignalsHeld() {
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const Deadly& deadly : kDeadly) {
        ::sigaddset(&signals, deadly.signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

SignalsHeld::~SignalsHeld() {
    const int code = errno;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = code;
}

int note_temporary(const std::string& path) {
    for (std::size_t i = 0; i < kSlots; ++i) {
        bool free = false;
        if (path.size() < kMaxPath && g_temporaries[i].used.compare_exchange_strong(free, true)) {
            std::memcpy(g_temporaries[i].path, path.c_str(), path.size() + 1);
            g_temporaries[i].named = true;
            return static_cast<int>(i);
        }
    }
    return -1;
}

void forget_temporary(int slot) {
    if (slot >= 0) {
        g_temporaries[static_cast<std::size_t>(slot)].named = false;
        g_temporaries[static_cast<std::size_t>(slot)].used = false;
    }
}

void install_interrupt_cleanup() {
    for (const Deadly& deadly : kDeadly) {
        struct sigaction before {};
        if (::sigaction(deadly.signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) {
            continue;
        }
        struct sigaction action {};
        action.sa_handler = remove_temporaries_and_die;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigfillset(&action.sa_mask);
        ::sigaction(deadly.signal, &action, nullptr);
    }
}

}  // namespace systole
