#include "sim/core/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace systole {
namespace {

bool same_letter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
}

// Levenshtein distance, letter case ignored.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = diagonal + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
    std::string_view best;
    std::size_t best_distance = 0;
    for (std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(name, candidate);
        if (3 * distance <= std::max(name.size(), candidate.size()) &&
            (best.empty() || distance < best_distance)) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
    const std::string_view best = nearest(name, candidates);
    return best.empty() ? std::string() : fmt::format("; did you mean '{}'?", best);
}

}  // namespace systole
