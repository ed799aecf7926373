#pragma once

#include <exception>

namespace systole::arch {

// Keeps the first error of a run. An exception that leaves a SystemC process loses its type, so
// processes run their body through guard(): it stores what is thrown and stops the kernel; the
// caller of sc_start rethrows.
class ProcessGuard {
 public:
    template <class Body>
    void guard(Body body) {
        if (error_) {
            return;
        }
        try {
            body();
        } catch (...) {
            store_and_stop();
        }
    }
    void rethrow() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
    }
    bool failed() const { return error_ != nullptr; }

 private:
    void store_and_stop();

    std::exception_ptr error_;
};

}  // namespace systole::arch
