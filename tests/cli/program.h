#pragma once

#include "tests/support/paths.h"
#include "tests/support/process.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace systole::test {

// Runs the program with these arguments.
inline ProcessResult systole(std::vector<std::string> arguments, ProcessOptions options = {}) {
    arguments.insert(arguments.begin(), SYSTOLE_PROGRAM);
    const auto result = run_process(arguments, options);
    REQUIRE(result.has_value());
    return *result;
}

inline std::string davinci() {
    return (source_dir() / "configs/davinci.yaml").string();
}
inline std::string small_trace() {
    return (source_dir() / "traces/matmul-4x4x4.json").string();
}

// The names in a folder, sorted.
inline std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace systole::test
