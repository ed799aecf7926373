#include "sim/core/output_file.h"

#include "sim/core/error.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace systole {
namespace {

// A signal handler may touch only memory that is always there, so the names of open temporaries
// stand in a fixed table. This and the SystemC kernel are the process's only global state.
constexpr std::size_t kSlots = 32;
constexpr std::size_t kMaxPath = 4096;
struct Slot {
    std::atomic<bool> used{false};
    std::atomic<bool> named{false};
    char path[kMaxPath] = {};
};
std::array<Slot, kSlots> g_temporaries;

int register_temporary(const std::string& path) {
    for (std::size_t i = 0; i < kSlots; ++i) {
        bool free = false;
        if (path.size() < kMaxPath && g_temporaries[i].used.compare_exchange_strong(free, true)) {
            std::memcpy(g_temporaries[i].path, path.c_str(), path.size() + 1);
            g_temporaries[i].named = true;
            return static_cast<int>(i);
        }
    }
    return -1;
}

void release_temporary(int slot) {
    if (slot >= 0) {
        g_temporaries[static_cast<std::size_t>(slot)].named = false;
        g_temporaries[static_cast<std::size_t>(slot)].used = false;
    }
}

constexpr std::array kDeadlySignals = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};

// Holds the signals back for its scope: between making a temporary and noting its name, one would
// leave the file behind.
class SignalsHeld {
 public:
    SignalsHeld() {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int signal : kDeadlySignals) {
            sigaddset(&signals, signal);
        }
        sigprocmask(SIG_BLOCK, &signals, &before_);
    }
    ~SignalsHeld() {
        const int code = errno;
        sigprocmask(SIG_SETMASK, &before_, nullptr);
        errno = code;
    }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
    sigset_t before_{};
};

extern "C" void remove_temporaries_and_die(int signal) {
    for (Slot& slot : g_temporaries) {
        if (slot.named) {
            ::unlink(slot.path);
        }
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

[[noreturn]] void fail_open(const std::string& path, int code) {
    throw_bad_input("output.open",
                    {path, 0, {}},
                    fmt::format("cannot create this file: {}", std::strerror(code)));
}

// Written straight: what is no regular file, and names such as /dev/stdout that stand for an open
// one.
bool is_special_file(const std::string& path) {
    struct stat info {};
    const auto under = [&](std::string_view folder) { return path.rfind(folder, 0) == 0; };
    return under("/dev/") || under("/proc/") ||
           (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode));
}

// Where a rename has to go: a symbolic link stays one, the file that it names is replaced.
std::string behind_links(const std::string& path) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    return error ? path : target.string();
}

}  // namespace

PendingFile::PendingFile(std::string final_path, std::string_view suffix)
    : final_path_(std::move(final_path)) {
    // A name of its own, not the final one and more: that one may have the longest length already.
    const std::filesystem::path folder = std::filesystem::path(final_path_).parent_path();
    path_ = (folder / fmt::format(".systole-XXXXXX{}", suffix)).string();
    int descriptor = -1;
    {
        const SignalsHeld held;
        descriptor = ::mkstemps(path_.data(), static_cast<int>(suffix.size()));
        if (descriptor >= 0) {
            slot_ = register_temporary(path_);
        }
    }
    if (descriptor < 0) {
        fail_open(final_path_, errno);
    }
    // mkstemps makes the file private; a result gets the permissions any new file gets.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, static_cast<mode_t>(0666) & ~mask);
    ::close(descriptor);
}

PendingFile::~PendingFile() {
    if (!path_.empty()) {
        ::unlink(path_.c_str());
    }
    release_temporary(slot_);
}

void PendingFile::commit() {
    if (std::rename(path_.c_str(), final_path_.c_str()) != 0) {
        fail_open(final_path_, errno);
    }
    path_.clear();
    release_temporary(std::exchange(slot_, -1));
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (!is_special_file(path_)) {
        pending_.emplace(behind_links(path_));
    }
    file_ = std::fopen(pending_ ? pending_->path().c_str() : path_.c_str(), "wb");
    if (file_ == nullptr) {
        fail_open(path_, errno);
    }
}

OutputFile::~OutputFile() {
    close();
}

void OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
        fail_write(errno);
    }
}

void OutputFile::commit() {
    std::FILE* file = std::exchange(file_, nullptr);
    const bool bad = std::ferror(file) != 0;
    if (std::fclose(file) != 0 || bad) {
        fail_write(errno);
    }
    if (pending_) {
        pending_->commit();
    }
}

void OutputFile::close() {
    if (file_ != nullptr) {
        std::fclose(std::exchange(file_, nullptr));
    }
}

void OutputFile::fail_write(int code) {
    close();
    pending_.reset();
    throw_bad_input("output.write",
                    {path_, 0, {}},
                    fmt::format("cannot write this file: {}", std::strerror(code)));
}

void create_output_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error || !std::filesystem::is_directory(path)) {
        throw_bad_input("output.folder",
                        {path, 0, {}},
                        fmt::format("cannot create this folder: {}",
                                    error ? error.message() : "a file of that name exists"));
    }
}

void install_interrupt_cleanup() {
    for (const int signal : kDeadlySignals) {
        std::signal(signal, remove_temporaries_and_die);
    }
}

}  // namespace systole
