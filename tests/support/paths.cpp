#include "tests/support/paths.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace systole::test {

namespace fs = std::filesystem;

fs::path source_dir() {
    return SYSTOLE_SOURCE_DIR;
}

std::optional<fs::path> shared_dir() {
    const char* given = std::getenv("SYSTOLE_SHARED");
    const fs::path folder =
        given != nullptr ? fs::path(given) : source_dir().parent_path() / "shared";
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
        return std::nullopt;
    }
    return folder;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        throw std::runtime_error("cannot read " + path.string());
    }
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& path, const std::string& bytes) {
    std::ofstream out(path, std::ios::binary);
    out << bytes;
    out.close();
    if (!out) {
        throw std::runtime_error("cannot write " + path.string());
    }
}

TempDir::TempDir() {
    std::string name = (fs::temp_directory_path() / "systole-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "mkdtemp " + name);
    }
    path_ = name;
}

TempDir::~TempDir() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace systole::test
