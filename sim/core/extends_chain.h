#pragma once

#include "sim/core/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace systole {

// A chain of files in which each may name the one that fills in what it does not say (`extends`).
class ExtendsChain {
 public:
    // `family` is the first part of the rule id, `file` the first of the chain.
    ExtendsChain(std::string_view family, std::string file);

    // Goes on to the file that the last one names, relative to that one's folder; returns its name.
    // Error{kBadInput, FAMILY.extends} when it stands in the chain already, links included, or the
    // chain has more than 16 files; `where` is the place of the key.
    const std::string& follow(const std::string& name, const SourceRef& where);

    const std::vector<std::string>& files() const { return files_; }

 private:
    std::string family_;
    std::vector<std::string> files_;
    std::vector<std::filesystem::path> identities_;
};

}  // namespace systole
