#pragma once

#include "sim/store/point.h"

#include <string>
#include <string_view>

namespace systole::sweep {

// A point as bytes for the pipe between a worker and its parent, which are one program: neither
// versioned nor portable. decode_point trips an invariant on bytes that encode_point did not make.
std::string encode_point(const store::Point& point);
store::Point decode_point(std::string_view bytes);

}  // namespace systole::sweep
