#pragma once

#include <algorithm>
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

// A quotient of two exact counts: a utilization, an average. It is read as scale * num / den,
// rounded down; 0 where nothing was counted.
struct Ratio {
    const char* name = "";
    const char* unit = "";
    const char* description = "";
    std::uint64_t num = 0;
    std::uint64_t den = 0;
    std::uint64_t scale = 1;
};

// How the readings that two parts of a run give for one counter become the whole's.
enum class Combine : std::uint8_t {
    kSum,   // counts
    kMax,   // peaks
    kRatio  // numerators and denominators are summed: the mean weighted by the denominator
};

// A counter's reading after a run: `path` is the module's hierarchical name and the counter's.
struct Sample {
    std::string path;
    std::string unit;
    std::string description;
    std::uint64_t value = 0;
    Combine how = Combine::kSum;
    std::uint64_t num = 0, den = 0, scale = 1;  // kRatio

    // Takes in the reading of the same counter in another part of the run.
    void combine(const Sample& part) {
        switch (how) {
            case Combine::kSum:
                value += part.value;
                break;
            case Combine::kMax:
                value = std::max(value, part.value);
                break;
            case Combine::kRatio:
                num += part.num;
                den += part.den;
                value = quotient(num, den, scale);
                break;
        }
    }

    // scale * num / den without overflow for counts of a run (scale is small).
    static std::uint64_t quotient(std::uint64_t num, std::uint64_t den, std::uint64_t scale) {
        return den == 0 ? 0 : num / den * scale + num % den * scale / den;
    }
};

inline void sample(const std::string& module,
                   const Counter& counter,
                   std::vector<Sample>& into,
                   Combine how = Combine::kSum) {
    into.push_back(
        {module + "." + counter.name, counter.unit, counter.description, counter.value, how});
}

inline void sample(const std::string& module, const Ratio& ratio, std::vector<Sample>& into) {
    into.push_back({module + "." + ratio.name,
                    ratio.unit,
                    ratio.description,
                    Sample::quotient(ratio.num, ratio.den, ratio.scale),
                    Combine::kRatio,
                    ratio.num,
                    ratio.den,
                    ratio.scale});
}

}  // namespace systole::stats
