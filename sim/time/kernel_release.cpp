#include "sim/time/kernel_release.h"

#include <systemc>

namespace systole::time {

std::string kernel_release() {
    return sc_core::sc_release();
}

}  // namespace systole::time
