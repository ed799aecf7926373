#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace systole::test {

// The root of the source tree.
std::filesystem::path source_dir();

// The folder of reference material that is not part of the repository (public traces, the plan
// referee): $SYSTOLE_SHARED, else `shared` beside the source tree. Empty where there is none: a
// test that needs it then warns and returns.
std::optional<std::filesystem::path> shared_dir();

// The bytes of a file; std::runtime_error when it cannot be read.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& bytes);

// A new empty folder, removed with all it holds at the end of the scope.
class TempDir {
 public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::filesystem::path& name) const {
        return path_ / name;
    }

 private:
    std::filesystem::path path_;
};

}  // namespace systole::test
