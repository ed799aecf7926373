#pragma once

#include <string>

namespace systole::time {

// The release of the SystemC kernel, as it names itself.
std::string kernel_release();

}  // namespace systole::time
