#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace systole::stats {

// An exact event or quantity count with its unit and meaning, owned by the module that counts.
struct Counter {
    const char* name = "";
    const char* unit = "";
    const char* description = "";
    std::uint64_t value = 0;

    void operator+=(std::uint64_t amount) { value += amount; }
};

// A counter's reading after a run: `path` is the module's hierarchical name and the counter's.
struct Sample {
    std::string path;
    std::string unit;
    std::string description;
    std::uint64_t value = 0;
};

inline void sample(const std::string& module, const Counter& counter, std::vector<Sample>& into) {
    into.push_back({module + "." + counter.name, counter.unit, counter.description, counter.value});
}

}  // namespace systole::stats
