#pragma once

#include "sim/sweep/space.h"
#include "tests/support/paths.h"

#include <string>

namespace systole::test {

// A folder with a sweep file over the reference core and the small matmul trace.
class SweepFile {
 public:
    // `text` follows the lines that name base and workloads.
    explicit SweepFile(const std::string& text, bool with_head = true) {
        const std::string root = source_dir().string();
        write_file(path(),
                   (with_head ? "base: " + root + "/configs/davinci.yaml\nworkloads: [" + root +
                                    "/traces/matmul-4x4x4.json]\n"
                              : "") +
                       text);
    }
    std::string path() const { return dir_ / "s.yaml"; }
    const TempDir& dir() const { return dir_; }
    sweep::SweepSpec spec() const { return sweep::read_sweep_spec(path()); }
    sweep::Space space() const { return sweep::Space(spec()); }

 private:
    TempDir dir_;
};

}  // namespace systole::test
