#include "sim/core/output_folder.h"

#include "sim/core/error.h"
#include "sim/core/interrupt.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace systole {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJournal = ".systole-journal";
constexpr std::string_view kJournalStart = "systole journal 1";
constexpr std::string_view kRename = "rename";
constexpr std::string_view kRemove = "remove";
constexpr std::string_view kEnd = "end";
constexpr int kPatienceMs = 10'000;
constexpr std::size_t kMaxJournalBytes = 1u << 20;

class Descriptor {
 public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) {
            ::close(value_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }
    explicit operator bool() const { return value_ >= 0; }

 private:
    int value_;
};

int open_folder(const std::string& folder) {
    return ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

[[noreturn]] void fail(const std::string& folder, const std::string& name, int code) {
    throw_bad_input("output.open",
                    {(fs::path(folder) / name).string(), 0, {}},
                    fmt::format("cannot create this file: {}", std::strerror(code)));
}

// A name directly in the folder, and no other way out of it.
bool is_plain_name(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

bool is_temporary(std::string_view name) {
    return name.substr(0, std::strlen(kTemporaryStart)) == kTemporaryStart && name != kJournal;
}

// Fields of a journal end in NUL, which no file name holds.
std::string journal_text(const FolderChange& change) {
    std::string text;
    const auto field = [&](std::string_view words) {
        text += words;
        text += '\0';
    };
    field(kJournalStart);
    for (const auto& [from, to] : change.renames) {
        field(kRename);
        field(from);
        field(to);
    }
    for (const std::string& name : change.removals) {
        field(kRemove);
        field(name);
    }
    field(kEnd);
    return text;
}

// What a journal asks for; none for a text that is no journal of ours, or one that asks for
// anything but a rename of temporaries of the folder.
std::optional<FolderChange> parse_journal(std::string_view text) {
    const auto field = [&]() -> std::string_view {
        const std::size_t end = text.find('\0');
        if (end == std::string_view::npos) {
            return {};
        }
        const std::string_view words = text.substr(0, end);
        text.remove_prefix(end + 1);
        return words;
    };
    if (field() != kJournalStart) {
        return std::nullopt;
    }
    FolderChange change;
    for (;;) {
        const std::string_view what = field();
        if (what == kEnd) {
            return change;
        }
        const std::string_view name = field();
        if (what == kRename && is_temporary(name)) {
            const std::string_view to = field();
            if (is_plain_name(name) && is_plain_name(to)) {
                change.renames.emplace_back(name, to);
                continue;
            }
        } else if (what == kRemove && is_plain_name(name)) {
            change.removals.emplace_back(name);
            continue;
        }
        return std::nullopt;
    }
}

bool is_own_file(int descriptor) {
    struct stat info {};
    return ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == ::geteuid();
}

std::string read_journal(int folder) {
    const Descriptor file(::openat(folder, kJournal, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file || !is_own_file(file.get())) {
        return {};
    }
    std::string text(kMaxJournalBytes, '\0');
    std::size_t size = 0;
    for (;;) {
        const ssize_t got = ::read(file.get(), text.data() + size, text.size() - size);
        if (got <= 0) {
            text.resize(got < 0 ? 0 : size);
            return text;
        }
        size += static_cast<std::size_t>(got);
    }
}

// Past the point of no return: what does not work now, such as a rename that was done before the
// process was killed, would not work later either.
void carry_out(int folder, const FolderChange& change) {
    // A rename that drops the last link of the file it replaces waits until its blocks are free:
    // milliseconds between one name and the next. Held open, the old files go when all is done.
    std::vector<std::unique_ptr<Descriptor>> old;
    for (const auto& rename : change.renames) {
        old.push_back(std::make_unique<Descriptor>(
            ::openat(folder, rename.second.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)));
    }
    for (const auto& [from, to] : change.renames) {
        ::renameat(folder, from.c_str(), folder, to.c_str());
    }
    for (const std::string& name : change.removals) {
        ::unlinkat(folder, name.c_str(), 0);
    }
    ::fsync(folder);
    ::unlinkat(folder, kJournal, 0);
}

void finish_interrupted(int folder) {
    if (const auto change = parse_journal(read_journal(folder))) {
        carry_out(folder, *change);
    }
}

void rename_each(int descriptor,
                 const std::string& folder,
                 const FolderChange& change,
                 const std::string& before_names) {
    for (const auto& [from, to] : change.renames) {
        if (::renameat(descriptor,
                       (before_names + from).c_str(),
                       descriptor,
                       (before_names + to).c_str()) != 0) {
            fail(folder, to, errno);
        }
    }
}

void write_journal(int descriptor, const std::string& folder, const FolderChange& change) {
    const std::string text = journal_text(change);
    std::string name = fmt::format("{}journal-{}", kTemporaryStart, ::getpid());
    const Descriptor file(::openat(
        descriptor, name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    const auto give_up = [&] {
        const int code = errno;
        ::unlinkat(descriptor, name.c_str(), 0);
        fail(folder, kJournal, code);
    };
    if (!file) {
        give_up();
    }
    if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        errno = errno == 0 ? ENOSPC : errno;
        give_up();
    }
    if (::fsync(file.get()) != 0 ||
        ::renameat(descriptor, name.c_str(), descriptor, kJournal) != 0) {
        give_up();
    }
    ::fsync(descriptor);
}

// What would stop a rename has to be found before the journal stands.
void check_targets(int descriptor, const std::string& folder, const FolderChange& change) {
    for (const auto& [from, to] : change.renames) {
        struct stat info {};
        SYSTOLE_INVARIANT(is_temporary(from) && is_plain_name(to),
                          "a change of a folder names a file outside of it");
        if (::fstatat(descriptor, to.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISDIR(info.st_mode)) {
            fail(folder, to, EISDIR);
        }
    }
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, Mode mode, int patience_ms)
    : descriptor_(open_folder(folder)) {
    constexpr int kStepMs = 5;
    const int how = mode == Mode::kShared ? LOCK_SH : LOCK_EX;
    for (int waited = 0; descriptor_ >= 0; waited += kStepMs) {
        held_ = ::flock(descriptor_, how | LOCK_NB) == 0;
        busy_ = !held_ && errno == EWOULDBLOCK;
        if (!busy_ || waited >= patience_ms) {
            return;
        }
        ::usleep(kStepMs * 1000);
    }
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void create_output_folder(const std::string& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error || !fs::is_directory(path)) {
        throw_bad_input("output.folder",
                        {path, 0, {}},
                        fmt::format("cannot create this folder: {}",
                                    error ? error.message() : "a file of that name exists"));
    }
}

void check_output_folder(const std::string& path) {
    std::error_code error;
    fs::path there = fs::absolute(path, error);
    while (!error && !fs::exists(there, error) && there.has_parent_path()) {
        there = there.parent_path();
    }
    if (!fs::is_directory(there, error)) {
        throw_bad_input("output.folder",
                        {path, 0, {}},
                        fmt::format("cannot create this folder: {} is no folder", there.string()));
    }
    if (::access(there.c_str(), W_OK | X_OK) != 0) {
        throw_bad_input("output.folder",
                        {path, 0, {}},
                        fmt::format("cannot write into the folder {}: {}",
                                    there.string(),
                                    std::generic_category().message(errno)));
    }
}

void change_folder(const std::string& folder,
                   const FolderChange& change,
                   const std::function<void()>& at_switch) {
    if (change.renames.empty() && change.removals.empty()) {
        return;
    }
    const FolderLock lock(folder, FolderLock::Mode::kExclusive, kPatienceMs);
    if (lock.busy()) {
        throw_bad_input("output.locked",
                        {folder, 0, {}},
                        "another process keeps this folder locked; wait for it, or write into "
                        "another folder");
    }
    const SignalsHeld held;
    const Descriptor descriptor(open_folder(folder));
    if (!descriptor) {
        // A folder that one may write into but not list can neither be locked nor synced.
        rename_each(AT_FDCWD, folder, change, folder.empty() ? "" : folder + "/");
        at_switch();
        return;
    }
    finish_interrupted(descriptor.get());
    check_targets(descriptor.get(), folder, change);
    if (change.renames.size() == 1 && change.removals.empty()) {
        rename_each(descriptor.get(), folder, change, "");  // whole by itself
        ::fsync(descriptor.get());
        at_switch();
        return;
    }
    write_journal(descriptor.get(), folder, change);
    at_switch();
    carry_out(descriptor.get(), change);
}

void finish_interrupted_change(const std::string& folder) {
    const std::string journal = (fs::path(folder) / kJournal).string();
    if (::access(journal.c_str(), F_OK) != 0) {
        return;
    }
    const FolderLock lock(folder, FolderLock::Mode::kExclusive, kPatienceMs);
    const SignalsHeld held;
    const Descriptor descriptor(open_folder(folder));
    if (descriptor && !lock.busy()) {
        finish_interrupted(descriptor.get());
    }
}

void sweep_temporaries(const std::string& folder) {
    // Without the lock a temporary could be one that was made a moment ago and is not locked yet.
    const FolderLock lock(folder, FolderLock::Mode::kExclusive, 0);
    const Descriptor descriptor(open_folder(folder));
    if (!lock.held() || !descriptor) {
        return;
    }
    finish_interrupted(descriptor.get());
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!is_temporary(name)) {
            continue;
        }
        const Descriptor file(::openat(
            descriptor.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
        if (file && is_own_file(file.get()) && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
            ::unlinkat(descriptor.get(), name.c_str(), 0);
        }
    }
}

}  // namespace systole
