#pragma once

#include "sim/core/error.h"
#include "sim/sweep/sweep_spec.h"

#include <yaml-cpp/node/node.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::sweep {

// Helpers for walking one YAML file with errors that carry its name and line. All throw
// Error{kBadInput, "sweep.type" / "sweep.range" / "sweep.values" / "sweep.key-unknown" /
// "sweep.key-duplicate"}.
class YamlWalker {
 public:
    explicit YamlWalker(std::string file) : file_(std::move(file)) {}

    SourceRef where(const YAML::Node& node) const;
    const std::string& file() const { return file_; }

    // Calls `take` with every key of a map. A key that is not among `known` (unless that is empty)
    // or comes twice is refused.
    void each(const YAML::Node& map,
              std::string_view what,
              const std::vector<std::string_view>& known,
              const std::function<void(const std::string&, const YAML::Node&, const SourceRef&)>&
                  take) const;
    Word word(const YAML::Node& node, std::string_view what) const;
    // A list of words that is not empty; a single word is a list of one.
    std::vector<Word> words(const YAML::Node& node, std::string_view what) const;
    std::uint64_t number(const YAML::Node& node,
                         std::string_view what,
                         std::uint64_t min,
                         std::uint64_t max) const;
    // The values of a key: a list, whose entries may be lists ([L1, L0A]), or a range {from, to,
    // times or step}, or one word.
    std::vector<Word> values(const YAML::Node& node, const std::string& key) const;

 private:
    std::vector<Word> range(const YAML::Node& node, const std::string& key) const;

    std::string file_;
};

}  // namespace systole::sweep
