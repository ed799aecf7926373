#pragma once

#include "sim/core/output_file.h"

#include <string>

namespace sc_core {
class sc_trace_file;
}

namespace systole::time {

// The VCD wave of a run. The kernel writes a raw file in the system's folder for temporary files;
// finish() writes it, without the date (equal runs give equal bytes), into the output. Errors:
// those of OutputFile; "output.tmpdir" when there is no folder for temporary files to write into,
// and "output.write" when the raw file is not whole (disk full).
class Wave {
 public:
    // `out` must outlive the wave.
    explicit Wave(OutputFile& out);
    ~Wave();
    Wave(const Wave&) = delete;
    Wave& operator=(const Wave&) = delete;

    sc_core::sc_trace_file* file() { return file_; }
    // Ends the wave at the kernel's current time.
    void finish();

 private:
    OutputFile& out_;
    PendingFile raw_;
    sc_core::sc_trace_file* file_ = nullptr;
};

}  // namespace systole::time
