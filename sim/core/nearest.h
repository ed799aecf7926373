#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace systole {

// The candidate with the least edit distance to `name` (first of equals), or "" when every one is
// more than a third of the longer word away: then a suggestion would only mislead.
std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates);

// "; did you mean 'X'?" for the nearest candidate, or "" when none is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace systole
