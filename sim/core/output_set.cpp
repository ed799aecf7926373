#include "sim/core/output_set.h"

#include "sim/core/error.h"
#include "sim/core/output_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

namespace systole {
namespace {

namespace fs = std::filesystem;

// One name for a folder, however it is reached.
std::string folder_of(const std::string& path) {
    const fs::path parent = fs::path(path).parent_path();
    std::error_code error;
    const fs::path folder = fs::canonical(parent.empty() ? "." : parent, error);
    return error ? parent.string() : folder.string();
}

std::string name_of(const std::string& path) {
    return fs::path(path).filename().string();
}

}  // namespace

void OutputSet::add_inputs(const InputFiles& inputs) {
    for (const InputFile& input : inputs) {
        add_input(input.id, input.path);
    }
}

void OutputSet::add_input(FileId id, const std::string& name) {
    if (id != FileId{}) {
        inputs_.push_back({id, name});
    }
}

void OutputSet::check(const std::string& path) const {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return;  // new, or a device or pipe, where nothing is replaced
    }
    const FileId id{info.st_dev, info.st_ino};
    const auto same = std::find_if(
        inputs_.begin(), inputs_.end(), [&](const Input& input) { return input.id == id; });
    if (same != inputs_.end()) {
        throw_bad_input("output.is-input",
                        {path, 0, {}},
                        fmt::format("this output would replace an input ({}); give it another name",
                                    same->name));
    }
}

void OutputSet::check_with_folder(const std::string& path) const {
    check(path);
    const std::string folder = folder_of(path);
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
        throw_bad_input("output.open",
                        {path, 0, {}},
                        fmt::format("cannot write this file: there is no folder {}", folder));
    }
}

OutputFile& OutputSet::open(const std::string& path) {
    check(path);
    auto file = std::make_unique<OutputFile>(path);
    if (PendingFile* pending = file->pending()) {
        const std::string folder = folder_of(pending->final_path());
        for (const auto& other : files_) {
            PendingFile* before = other->pending();
            if (before != nullptr && folder_of(before->final_path()) == folder &&
                name_of(before->final_path()) == name_of(pending->final_path())) {
                throw_bad_input("output.twice",
                                {path, 0, {}},
                                fmt::format("two outputs are this file ({} is the other); give "
                                            "each a name of its own",
                                            other->path()));
            }
        }
        if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) {
            folders_.push_back(folder);
            sweep_temporaries(folder);
        }
    }
    files_.push_back(std::move(file));
    return *files_.back();
}

void OutputSet::remove(const std::string& path) {
    check(path);
    removals_.push_back(path);
}

void OutputSet::commit() {
    std::map<std::string, FolderChange> changes;
    std::map<std::string, std::vector<PendingFile*>> pending;
    for (const auto& file : files_) {
        file->finish();
        if (PendingFile* made = file->pending()) {
            const std::string folder = folder_of(made->final_path());
            changes[folder].renames.emplace_back(name_of(made->path()),
                                                 name_of(made->final_path()));
            pending[folder].push_back(made);
        }
    }
    for (const std::string& path : removals_) {
        std::error_code error;
        if (fs::is_regular_file(fs::symlink_status(path, error))) {
            changes[folder_of(path)].removals.push_back(name_of(path));
        }
    }
    for (const auto& [folder, change] : changes) {
        change_folder(folder, change, [&, &made = pending[folder]] {
            for (PendingFile* file : made) {
                file->let_go();
            }
        });
    }
    files_.clear();
    removals_.clear();
}

}  // namespace systole
