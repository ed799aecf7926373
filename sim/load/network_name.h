#pragma once

#include <filesystem>
#include <string>

namespace systole::load {

// "dir/resnet50.csv" -> "resnet50": what a network is called that has no name of its own.
inline std::string network_name(const std::string& path) {
    return path == "<stdin>" ? "stdin" : std::filesystem::path(path).stem().string();
}

}  // namespace systole::load
