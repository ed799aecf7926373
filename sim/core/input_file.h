#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace systole {

// A file as the system knows it, whatever name leads to it; zeros: none.
struct FileId {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    bool operator==(const FileId& other) const {
        return device == other.device && inode == other.inode;
    }
    bool operator!=(const FileId& other) const { return !(*this == other); }
};

// The file that `path` leads to, through links; none when there is none.
FileId file_id(const std::string& path);

// An input that was read: its bytes were hashed while they were read, so that nobody has to open it
// a second time (a pipe can be read once, and a file may have changed).
struct InputFile {
    std::string path;  // as given; "<stdin>" for standard input
    FileId id;         // zeros for a text that came from memory
    std::uint64_t bytes = 0;
    std::string sha256;  // 64 lower-case hex digits; empty until the file was read to its end
};
using InputFiles = std::vector<InputFile>;

// The name of an input in messages: "<stdin>" for "-", else the path.
std::string input_name(const std::string& path);

// Where names inside an input start from: its folder, or the working directory (empty) for a pipe,
// standard input and what else is no regular file of a folder.
std::string input_folder(const std::string& name);

// The record of a text that was in memory already.
InputFile input_of_text(std::string name, const std::string& text);

// Error{kBadInput, "usage.stdin"} when more than one of the paths is "-".
void refuse_second_stdin(const std::vector<std::string>& paths);

}  // namespace systole
