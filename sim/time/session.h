#pragma once

#include <memory>

namespace sc_core {
class sc_simcontext;
}

namespace systole::time {

// A SystemC kernel of its own for one simulation. The kernel is a set of process-wide globals that
// can elaborate one model only; a Session swaps in a fresh context and puts the old one back.
// Modules must be destroyed before it. One at a time, on one thread.
class Session {
 public:
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

 private:
    sc_core::sc_simcontext* previous_current_;
    sc_core::sc_simcontext* previous_default_;
    std::unique_ptr<sc_core::sc_simcontext> context_;
};

}  // namespace systole::time
