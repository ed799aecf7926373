#include "sim/core/extends_chain.h"

#include "sim/core/input_file.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace systole {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 16;

// One name per file, however it is reached.
fs::path identity(const std::string& file) {
    std::error_code failed;
    fs::path path = fs::weakly_canonical(file, failed);
    return failed ? fs::path(file).lexically_normal() : path;
}

}  // namespace

ExtendsChain::ExtendsChain(std::string_view family, std::string file) : family_(family) {
    identities_.push_back(identity(file));
    files_.push_back(std::move(file));
}

const std::string& ExtendsChain::follow(const std::string& name, const SourceRef& where) {
    const std::string file =
        (fs::path(input_folder(files_.back())) / name).lexically_normal().string();
    if (std::find(identities_.begin(), identities_.end(), identity(file)) != identities_.end()) {
        throw_bad_input(family_ + ".extends",
                        where,
                        fmt::format("extends: {} leads back to itself: {} -> {}",
                                    in_quotes(name),
                                    fmt::join(files_, " -> "),
                                    file));
    }
    if (files_.size() >= kMostFiles) {
        throw_bad_input(family_ + ".extends",
                        where,
                        fmt::format("extends: more than {} files in a chain", kMostFiles));
    }
    identities_.push_back(identity(file));
    files_.push_back(file);
    return files_.back();
}

}  // namespace systole
