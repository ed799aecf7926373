#include "sim/store/writer_lock.h"

#include "sim/core/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace systole::store {
namespace {

bool try_lock(int file) {
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return ::fcntl(file, F_SETLK, &whole) == 0;
}

// Whether the open file still has this name: its holder may have removed it meanwhile.
bool same_file(int file, const std::string& path) {
    struct stat open_one {};
    struct stat named {};
    return ::fstat(file, &open_one) == 0 && ::stat(path.c_str(), &named) == 0 &&
           open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

std::string holder_in(int file) {
    std::array<char, 512> text{};
    const ssize_t got = ::pread(file, text.data(), text.size(), 0);
    std::string holder(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    holder = holder.substr(0, holder.find('\n'));
    return holder.empty() ? "another process" : holder;
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown host";
}

}  // namespace

WriterLock::WriterLock(const std::string& path, const std::string& holder)
    : path_(path + "-lock"), owner_(::getpid()) {
    for (;;) {
        file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file_ < 0) {
            const int code = errno;
            const bool fixed = code == EROFS || code == EACCES || code == EPERM;
            throw_bad_input(
                fixed ? "store.read-only" : "store.open",
                {path, 0, {}},
                fmt::format(
                    "cannot make '{}', which says who writes: {}", path_, std::strerror(code)));
        }
        if (!try_lock(file_)) {
            const std::string other = holder_in(file_);
            ::close(file_);
            throw_bad_input("store.locked",
                            {path, 0, {}},
                            fmt::format("a file of results has one writer, and this one has: {}; "
                                        "wait for it, or write a file of your own and `merge`",
                                        other));
        }
        if (same_file(file_, path_)) {
            break;
        }
        ::close(file_);
    }
    const std::string line =
        fmt::format("process {} on {}: {}\n", owner_, host_name(), holder).substr(0, 500);
    // Who it is is for people; the lock holds without it.
    const bool told =
        ::ftruncate(file_, 0) == 0 && ::pwrite(file_, line.data(), line.size(), 0) >= 0;
    static_cast<void>(told);
}

WriterLock::~WriterLock() {
    if (::getpid() == owner_) {
        ::unlink(path_.c_str());
    }
    ::close(file_);
}

}  // namespace systole::store
