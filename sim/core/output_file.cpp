#include "sim/core/output_file.h"

#include "sim/core/error.h"
#include "sim/core/interrupt.h"
#include "sim/core/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace systole {
namespace {

constexpr int kPatienceMs = 10'000;

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
    path_ = (folder / fmt::format("{}XXXXXX{}", kTemporaryStart, suffix)).string();
    int code = 0;
    {
        const FolderLock lock(folder.string(), FolderLock::Mode::kShared, kPatienceMs);
        const SignalsHeld held;
        descriptor_ = ::mkostemps(path_.data(), static_cast<int>(suffix.size()), O_CLOEXEC);
        code = errno;
        if (descriptor_ >= 0) {
            slot_ = note_temporary(path_);
            ::flock(descriptor_, LOCK_EX | LOCK_NB);
        }
    }
    if (descriptor_ < 0) {
        fail_open(final_path_, code);
    }
    // mkostemps makes the file private; a result gets the permissions any new file gets.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor_, static_cast<mode_t>(0666) & ~mask);
}

PendingFile::~PendingFile() {
    if (!path_.empty()) {
        ::unlink(path_.c_str());
    }
    forget_temporary(slot_);
    ::close(descriptor_);
}

void PendingFile::let_go() {
    path_.clear();
    forget_temporary(std::exchange(slot_, -1));
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (is_special_file(path_)) {
        file_ = std::fopen(path_.c_str(), "wb");
    } else {
        pending_.emplace(behind_links(path_));
        const int descriptor = ::fcntl(pending_->descriptor(), F_DUPFD_CLOEXEC, 0);
        file_ = descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb");
    }
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

void OutputFile::finish() {
    std::FILE* file = std::exchange(file_, nullptr);
    const bool bad = std::ferror(file) != 0;
    if (std::fclose(file) != 0 || bad) {
        fail_write(errno);
    }
    // Before the rename: after a power cut there must not be a name without its bytes.
    const bool synced = !pending_ || ::fsync(pending_->descriptor()) == 0;
    if (!synced && errno != EINVAL && errno != ENOSYS) {
        fail_write(errno);
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

}  // namespace systole
