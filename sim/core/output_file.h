#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace systole {

// A name for a file that is being made: a fresh, empty file beside `final_path`, which commit()
// renames to it. Removed when it is not committed, by the destructor or by the signals of
// install_interrupt_cleanup(). For writers that insist on opening a file by name.
// Errors: Error{kBadInput, "output.open"} with the path and the system's reason.
class PendingFile {
 public:
    // The temporary's name ends in `suffix`, for writers that insist on one.
    explicit PendingFile(std::string final_path, std::string_view suffix = "");
    ~PendingFile();
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::string& path() const { return path_; }
    void commit();

 private:
    std::string final_path_;
    std::string path_;
    int slot_ = -1;
};

// An output file that appears under its final name only when it is whole: bytes go to a temporary
// beside it, commit() renames. Without commit() (an error on the way) the temporary is removed; the
// signals of install_interrupt_cleanup() remove it too. A target that is not a regular file
// (/dev/stdout, a pipe) is written straight away. Errors: Error{kBadInput, "output.open" /
// "output.write"} with the path and the system's reason.
class OutputFile {
 public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text);
    void commit();
    const std::string& path() const { return path_; }

 private:
    [[noreturn]] void fail_write(int code);
    void close();

    std::string path_;
    std::optional<PendingFile> pending_;  // none: writing straight to path_
    std::FILE* file_ = nullptr;
};

// Creates the folder and its parents. Error{kBadInput, "output.folder"} when that is not possible.
void create_output_folder(const std::string& path);

// SIGINT, SIGTERM and SIGHUP remove the temporaries of every open OutputFile, then end the process
// as the signal would. Called once, by main.
void install_interrupt_cleanup();

}  // namespace systole
