#include "sim/config/key_lookup.h"

#include "sim/core/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace systole::config {
namespace {

// Whether `dotted` lies below `section`.
bool is_below(std::string_view dotted, std::string_view section) {
    return section.empty() ||
           (dotted.size() > section.size() && dotted.substr(0, section.size()) == section &&
            dotted[section.size()] == '.');
}

std::string_view last_part(std::string_view dotted) {
    const std::size_t dot = dotted.rfind('.');
    return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

// The longest section that `dotted` goes through, and the name after it, which is unknown there.
std::pair<std::string_view, std::string_view> split_at_unknown(const std::vector<Key>& keys,
                                                               std::string_view dotted) {
    std::string_view section;
    for (;;) {
        const std::size_t start = section.empty() ? 0 : section.size() + 1;
        const std::size_t dot = dotted.find('.', start);
        if (dot == std::string_view::npos || dot == start ||
            !is_section(keys, dotted.substr(0, dot))) {
            return {section, dotted.substr(start, dot - start)};
        }
        section = dotted.substr(0, dot);
    }
}

std::string nearest_key(const std::vector<Key>& keys, std::string_view dotted) {
    const auto split = split_at_unknown(keys, dotted);
    const std::string_view section = split.first;
    const std::string_view unknown = split.second;
    const std::vector<std::string> siblings = children(keys, section);
    std::vector<std::string_view> names;
    names.reserve(siblings.size());
    for (const std::string& sibling : siblings) {
        names.push_back(last_part(sibling));
    }

    // A misspelt or shortened name at its own place...
    std::string_view near = nearest(unknown, names);
    if (near.empty() && unknown.size() >= 3) {
        const auto longer = std::find_if(names.begin(), names.end(), [&](std::string_view name) {
            return name.substr(0, unknown.size()) == unknown;
        });
        near = longer == names.end() ? near : *longer;
    }
    if (!near.empty()) {
        std::string fixed =
            section.empty() ? std::string(near) : fmt::format("{}.{}", section, near);
        const std::size_t rest =
            static_cast<std::size_t>(unknown.data() - dotted.data()) + unknown.size();
        if (rest == dotted.size() || find_key(keys, fixed) != nullptr) {
            return fixed;
        }
        fixed += dotted.substr(rest);
        return find_key(keys, fixed) != nullptr ? fixed : nearest_key(keys, fixed);
    }

    // ... or the right name at the wrong place.
    for (const Key& key : keys) {
        if (last_part(key.dotted) == last_part(dotted)) {
            return key.dotted;
        }
    }
    return {};
}

}  // namespace

const Key* find_key(const std::vector<Key>& keys, std::string_view dotted) {
    const auto at = std::find_if(
        keys.begin(), keys.end(), [&](const Key& key) { return key.dotted == dotted; });
    return at == keys.end() ? nullptr : &*at;
}

bool is_section(const std::vector<Key>& keys, std::string_view dotted) {
    return std::any_of(
        keys.begin(), keys.end(), [&](const Key& key) { return is_below(key.dotted, dotted); });
}

std::vector<std::string> children(const std::vector<Key>& keys, std::string_view section) {
    std::vector<std::string> names;
    for (const Key& key : keys) {
        if (!is_below(key.dotted, section)) {
            continue;
        }
        const std::size_t start = section.empty() ? 0 : section.size() + 1;
        std::string name = key.dotted.substr(0, key.dotted.find('.', start));
        if (names.empty() || names.back() != name) {
            names.push_back(std::move(name));
        }
    }
    return names;
}

std::string unknown_key_hint(const std::vector<Key>& keys, std::string_view dotted) {
    const std::string near = nearest_key(keys, dotted);
    if (!near.empty()) {
        return fmt::format("; did you mean '{}'?", near);
    }
    const std::string_view section = split_at_unknown(keys, dotted).first;
    return fmt::format("; valid here: {}", fmt::join(children(keys, section), ", "));
}

}  // namespace systole::config
