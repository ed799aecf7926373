#include "sim/core/text_file.h"

#include "sim/core/byte_source.h"
#include "sim/core/file_kind.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace systole {
namespace {

constexpr std::size_t kMaxFileBytes = 1u << 20;
constexpr const char* kRule = "config.file";

}  // namespace

std::string read_text_file(const std::string& path, const SourceRef& asked_by, InputFiles* log) {
    ByteSource source(path, {kRule, kRule, asked_by}, log);
    std::string text;
    for (std::string_view piece = source.next(); !piece.empty(); piece = source.next()) {
        text.append(piece);
        if (text.size() > kMaxFileBytes) {
            const std::optional<FileKind> kind = guess_file_kind(text);
            const std::string why =
                fmt::format("is larger than 1 MiB; expected a file of settings{}",
                            kind ? fmt::format(", and this looks like {}", describe(*kind)) : "");
            if (asked_by.file.empty()) {
                throw_bad_input(kRule, {source.name(), 0, {}}, why);
            }
            throw_bad_input(kRule, asked_by, source.name() + ": " + why);
        }
    }
    return text;
}

}  // namespace systole
