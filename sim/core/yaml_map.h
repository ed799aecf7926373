#pragma once

#include "sim/core/error.h"
#include "sim/core/yaml_word.h"

#include <yaml-cpp/node/node.h>

#include <string>
#include <string_view>
#include <vector>

namespace systole {

// What a message says was found: "nothing", "'x'", "a list of 3", "a section".
std::string describe(const YAML::Node& node);

SourceRef place_of(const YAML::Node& node, const std::string& file);

// A map of a YAML file, and how messages speak of it.
struct YamlOwner {
    const std::string& file;
    std::string_view family;  // first part of rule ids
    std::string words;        // before a message: "layer 'conv1': ", "strategy: " or ""
    std::string section;      // before a key: "tiers.l1." or ""
};

struct YamlEntry {
    std::string key;
    YAML::Node value;
    SourceRef where;  // of the key
};

// The entries of a map in the file's order: the one walker for all our YAML files, strict about
// what a map may hold. Errors, all Error{kBadInput}: FAMILY.type when `map` is no map (`expected`
// says what belongs there) or a key no word; FAMILY.key-duplicate; FAMILY.merge-key for `<<`.
std::vector<YamlEntry> yaml_entries(const YAML::Node& map,
                                    const YamlOwner& owner,
                                    std::string_view expected);

// FAMILY.key-unknown unless the entry's key is among `known`; the message lists them behind `whose`
// and names the nearest.
void refuse_unknown_key(const YamlEntry& entry,
                        const YamlOwner& owner,
                        const std::vector<std::string_view>& known,
                        std::string_view whose = "valid here:");

// A scalar as it was written. FAMILY.type for a map, a list, nothing or a tag ("!!str 4"); `what`
// names the value in messages, `expected` what belongs there.
YamlWord yaml_word(const YAML::Node& node,
                   const YamlOwner& owner,
                   std::string_view what,
                   std::string_view expected = "a word");

}  // namespace systole
