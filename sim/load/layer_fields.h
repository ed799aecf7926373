#pragma once

#include "sim/core/error.h"
#include "sim/core/yaml_map.h"

#include <yaml-cpp/node/node.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {

// One map of a YAML layer list, read strictly. Every failure is Error{kBadInput} with the line of
// the value, the layer and the key: network.type (a word, list or section where another of them
// belongs), network.key-duplicate, network.merge-key, network.key-unknown, network.missing-field,
// network.number, network.range.
class LayerFields {
 public:
    // `owner` is how messages call the map: "layer 'conv1'".
    LayerFields(const YAML::Node& map, const std::string& file, std::string owner);

    void set_owner(std::string owner) { owner_ = std::move(owner); }
    // Refuses a key that is not among `known`, with the nearest of them. `what` stands before them:
    // "a gemm has".
    void allow(std::string_view what, const std::vector<std::string_view>& known) const;

    bool has(std::string_view key) const { return find(key) != nullptr; }
    SourceRef place(std::string_view key) const;
    const SourceRef& place() const { return where_; }
    const std::string& owner() const { return owner_; }
    // Throws network.missing-field unless the key is there.
    const YAML::Node& need(std::string_view key) const;

    std::string text(std::string_view key) const;
    // A list of words; `shape` says in messages what it looks like.
    std::vector<std::string> words(std::string_view key, std::string_view shape) const;
    // A whole number from `least` to kMaxLayerSize.
    std::uint64_t size(std::string_view key, std::uint64_t least = 1) const;
    std::uint64_t size_or(std::string_view key, std::uint64_t fallback) const;
    // A list of numbers of the given length; `shape` names them: "[height, width]".
    std::vector<std::uint64_t> sizes(std::string_view key,
                                     std::size_t length,
                                     std::string_view shape,
                                     std::uint64_t least = 1) const;
    // One number for both directions, or [height, width].
    std::array<std::uint64_t, 2> pair_or(std::string_view key, std::uint64_t fallback) const;

    [[noreturn]] void fail(const char* rule, const SourceRef& where, const std::string& what) const;

 private:
    YamlOwner yaml_owner() const;
    const YAML::Node* find(std::string_view key) const;
    YamlWord word(const YAML::Node& node, std::string_view key, std::string_view expected) const;
    std::uint64_t number(const YAML::Node& node, std::string_view key, std::uint64_t least) const;

    const std::string& file_;
    std::string owner_;
    SourceRef where_;
    std::map<std::string, YamlEntry, std::less<>> entries_;
};

}  // namespace systole::load
