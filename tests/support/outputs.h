#pragma once

#include "sim/core/output_set.h"

#include <filesystem>

namespace systole::test {

// A set of one file: `write` fills it, and it appears.
template <class Write>
void write_output(const std::filesystem::path& path, Write write) {
    OutputSet out;
    write(out.open(path.string()));
    out.commit();
}

}  // namespace systole::test
