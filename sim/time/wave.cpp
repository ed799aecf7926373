#include "sim/time/wave.h"

#include "sim/core/error.h"
#include "sim/core/output_folder.h"

#include <systemc>

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace systole::time {
namespace {

constexpr std::size_t kSuffix = 4;  // ".vcd", which the kernel adds itself

// In the folder that the system has for temporary files.
std::string raw_name() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) {
        const char* given = std::getenv("TMPDIR");
        throw_bad_input("output.tmpdir",
                        {given == nullptr ? "/tmp" : given, 0, {}},
                        fmt::format("a wave needs a folder for temporary files, and this is none "
                                    "({}); set TMPDIR to one",
                                    error.message()));
    }
    sweep_temporaries(folder.string());
    return (folder / "systole-wave").string();
}

}  // namespace

Wave::Wave(OutputFile& out) : out_(out), raw_(raw_name(), ".vcd") {
    const std::string& raw = raw_.path();
    file_ = sc_core::sc_create_vcd_trace_file(raw.substr(0, raw.size() - kSuffix).c_str());
    file_->set_time_unit(1, sc_core::SC_PS);  // a cycle need not be whole ns
}

Wave::~Wave() {
    if (file_ != nullptr) {
        sc_core::sc_close_vcd_trace_file(file_);
    }
}

void Wave::finish() {
    const std::uint64_t end = sc_core::sc_time_stamp().value();
    sc_core::sc_close_vcd_trace_file(std::exchange(file_, nullptr));
    std::ifstream raw(raw_.path());
    bool in_date = false;
    std::uint64_t last_time = 0;
    for (std::string line; std::getline(raw, line);) {
        in_date = in_date || line.rfind("$date", 0) == 0;
        if (!in_date) {
            out_.write(line);
            out_.write("\n");
        }
        in_date = in_date && line.rfind("$end", 0) != 0;
        if (line.size() > 1 && line[0] == '#') {
            last_time = std::strtoull(line.c_str() + 1, nullptr, 10);
        }
    }
    // The kernel does not look whether its writes succeed.
    if (last_time != end) {
        throw_bad_input("output.write",
                        {out_.path(), 0, {}},
                        "cannot write the wave: the folder for temporary files (TMPDIR) is full");
    }
}

}  // namespace systole::time
