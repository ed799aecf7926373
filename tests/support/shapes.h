#pragma once

#include "sim/ir/program.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace systole::test {

// Programs of extreme shape, in which a cost per pair of neighbours shows: buffers of 16 units in
// UB, operations of 10 cycles on VECTOR. Ids are topological.
ir::Program one_buffer(std::size_t operations);  // all work on one buffer
ir::Program chain(std::size_t operations);       // each reads what the one before wrote
ir::Program fan_out(std::size_t operations);     // all read what the first wrote
ir::Program fan_in(std::size_t operations);      // the last waits for all

struct Shape {
    std::string_view name;
    ir::Program (*make)(std::size_t operations);
};
inline constexpr std::array kShapes = {Shape{"one-buffer", one_buffer},
                                       Shape{"chain", chain},
                                       Shape{"fan-out", fan_out},
                                       Shape{"fan-in", fan_in}};

}  // namespace systole::test
