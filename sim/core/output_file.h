#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace systole {

// A name for a file that is being made: a fresh, empty file in the folder of `final_path`, locked
// (flock) as long as this object lives, so that nobody sweeps it. Removed when it is not taken over
// by an OutputSet, by the destructor or by a deadly signal. For writers that insist on opening a
// file by name, too. Errors: Error{kBadInput, "output.open"} with the path and the system's reason.
class PendingFile {
 public:
    // The temporary's name ends in `suffix`, for writers that insist on one.
    explicit PendingFile(std::string final_path, std::string_view suffix = "");
    ~PendingFile();
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::string& path() const { return path_; }
    const std::string& final_path() const { return final_path_; }
    int descriptor() const { return descriptor_; }
    // From now on the file is somebody else's to rename: neither the destructor nor a signal
    // removes it.
    void let_go();

 private:
    std::string final_path_;
    std::string path_;
    int descriptor_ = -1;
    int slot_ = -1;
};

// An output file that is being written; it appears under its final name when its OutputSet is
// committed. A target that is not a regular file (/dev/stdout, a pipe) is written straight away.
// Errors: Error{kBadInput, "output.open" / "output.write"} with the path and the system's reason.
class OutputFile {
 public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text);
    // All that was written reaches the disk; nothing more is.
    void finish();
    const std::string& path() const { return path_; }
    // The file under its temporary name; null when it was written straight.
    PendingFile* pending() { return pending_ ? &*pending_ : nullptr; }

 private:
    [[noreturn]] void fail_write(int code);
    void close();

    std::string path_;
    std::optional<PendingFile> pending_;
    std::FILE* file_ = nullptr;
};

}  // namespace systole
