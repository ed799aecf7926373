#pragma once

#include "sim/core/output_file.h"

#include <string>

namespace sc_core {
class sc_trace_file;
}

namespace systole::time {

// The VCD wave of a run. The kernel writes a raw file in the system's folder for temporary files;
// commit() puts it, without the date (equal runs give equal bytes), under its final name. Errors:
// those of OutputFile, and "output.write" when the raw file is not whole (disk full).
class Wave {
 public:
    // Refuses a place that cannot be written right away, before a long run.
    explicit Wave(std::string path);
    ~Wave();
    Wave(const Wave&) = delete;
    Wave& operator=(const Wave&) = delete;

    sc_core::sc_trace_file* file() { return file_; }
    // Ends the wave at the kernel's current time.
    void commit();

 private:
    std::string path_;
    OutputFile final_;
    PendingFile raw_;
    sc_core::sc_trace_file* file_ = nullptr;
};

}  // namespace systole::time
