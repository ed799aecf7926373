#include "sim/core/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace systole {
namespace {

constexpr std::size_t kMaxFileBytes = 1u << 20;

[[noreturn]] void refuse(const std::string& path,
                         const SourceRef& asked_by,
                         const std::string& why) {
    if (asked_by.file.empty()) {
        throw_bad_input("config.file", {path, 0, {}}, why);
    }
    throw_bad_input("config.file", asked_by, fmt::format("{}: {}", path, why));
}

std::string system_reason(int code) {
    return fmt::format("cannot be read: {}", std::generic_category().message(code));
}

}  // namespace

std::string read_text_file(const std::string& path, const SourceRef& asked_by) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        refuse(path, asked_by, "is a folder; expected a YAML file");
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               &std::fclose);
    if (file == nullptr) {
        refuse(path, asked_by, system_reason(errno));
    }
    std::string text(kMaxFileBytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get()) != 0) {
        refuse(path, asked_by, system_reason(errno));
    }
    if (text.size() > kMaxFileBytes) {
        refuse(path, asked_by, "is larger than 1 MiB; expected an architecture YAML");
    }
    return text;
}

}  // namespace systole
