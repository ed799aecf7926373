#include "sim/core/input_file.h"

#include "sim/core/error.h"
#include "sim/core/sha256.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace systole {

FileId file_id(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        return {};
    }
    return {info.st_dev, info.st_ino};
}

std::string input_name(const std::string& path) {
    return path == "-" ? "<stdin>" : path;
}

std::string input_folder(const std::string& name) {
    struct stat info {};
    const bool stream = ::stat(name.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
    return stream ? "" : std::filesystem::path(name).parent_path().string();
}

InputFile input_of_text(std::string name, const std::string& text) {
    return {std::move(name), {}, text.size(), sha256_of_text(text)};
}

void refuse_second_stdin(const std::vector<std::string>& paths) {
    if (std::count(paths.begin(), paths.end(), "-") > 1) {
        throw_bad_input("usage.stdin",
                        {},
                        "two inputs are '-', but standard input can be read once; give the other "
                        "one as a file");
    }
}

}  // namespace systole
