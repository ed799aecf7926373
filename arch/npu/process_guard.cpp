#include "arch/npu/process_guard.h"

#include <systemc>

namespace systole::arch {

void ProcessGuard::store_and_stop() {
    error_ = std::current_exception();
    sc_core::sc_stop();
}

}  // namespace systole::arch
