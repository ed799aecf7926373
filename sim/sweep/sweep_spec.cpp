#include "sim/sweep/sweep_spec.h"

#include "sim/core/extends_chain.h"
#include "sim/core/text_file.h"
#include "sim/core/yaml_document.h"
#include "sim/sweep/sweep_yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace systole::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostPoints = 1'000'000'000'000;

// Fills in what the files nearer to the user have not said.
class SpecReader {
 public:
    explicit SpecReader(SweepSpec& spec) : spec_(spec) {}

    // The file that `extends` names; an empty text: none.
    Word read(const std::string& path, const SourceRef& asked_by) {
        std::string text = read_file(path, asked_by);
        const YAML::Node root =
            parse_yaml_document(text, path, {"sweep", "at least 'base', 'workloads' and 'sweep'"});
        spec_.files.push_back({path, std::move(text)});
        folder_ = input_folder(path);
        const YamlWalker yaml(path);
        Word extends;
        yaml.each(root,
                  "sweep",
                  {"extends",
                   "base",
                   "set",
                   "workloads",
                   "methods",
                   "spill",
                   "objectives",
                   "cycles",
                   "timing",
                   "work",
                   "sweep",
                   "where",
                   "sample",
                   "strategy"},
                  [&](const std::string& key, const YAML::Node& node, const SourceRef& where) {
                      if (key == "extends") {
                          extends = yaml.word(node, key);
                      } else if (key == "sweep") {
                          take_axes(yaml, node);
                      } else if (key == "set") {
                          take_fixed(yaml, node);
                      } else if (said_.insert(key).second) {
                          take(yaml, key, node, where);
                      }
                  });
        return extends;
    }

 private:
    static std::string read_file(const std::string& path, const SourceRef& asked_by) {
        try {
            return read_text_file(path, asked_by);
        } catch (const Error& error) {
            throw_bad_input("sweep.file", error.where(), error.message());
        }
    }

    std::string relative(const std::string& path) const {
        return (folder_ / path).lexically_normal().string();
    }

    std::vector<Word> paths(const YamlWalker& yaml, const YAML::Node& node, const char* what) {
        std::vector<Word> result = yaml.words(node, what);
        for (Word& path : result) {
            path.text = relative(path.text);
        }
        return result;
    }

    void take(const YamlWalker& yaml,
              const std::string& key,
              const YAML::Node& node,
              const SourceRef& where) {
        if (key == "base") {
            spec_.base = yaml.word(node, key);
            spec_.base.text = relative(spec_.base.text);
        } else if (key == "workloads") {
            spec_.workloads = paths(yaml, node, "workloads");
        } else if (key == "methods") {
            spec_.methods = yaml.words(node, key);
        } else if (key == "spill") {
            spec_.spills = yaml.words(node, key);
        } else if (key == "objectives") {
            spec_.objectives = yaml.words(node, key);
        } else if (key == "cycles") {
            spec_.cycles = choice(yaml.word(node, key), key, {"trace", "model"});
        } else if (key == "timing") {
            const std::string timing =
                choice(yaml.word(node, key), key, {"systemc", "recurrence", "closed-form"}).text;
            spec_.timing = timing == "systemc"      ? Timing::kSystemC
                           : timing == "recurrence" ? Timing::kRecurrence
                                                    : Timing::kClosedForm;
        } else if (key == "work") {
            spec_.work = yaml.number(node, key, 1, kMostPoints);
        } else if (key == "where") {
            spec_.conditions = yaml.words(node, key);
        } else if (key == "sample") {
            take_sample(yaml, node, where);
        } else {
            take_strategy(yaml, node, where);
        }
    }

    static Word choice(Word word, const std::string& key, std::vector<std::string_view> names) {
        if (std::find(names.begin(), names.end(), word.text) == names.end()) {
            std::string list;
            for (const std::string_view name : names) {
                list += (list.empty() ? "" : ", ") + std::string(name);
            }
            throw_bad_input(
                "sweep.type",
                word.where,
                fmt::format("{}: expected one of {}, found '{}'", key, list, word.text));
        }
        return word;
    }

    void take_axes(const YamlWalker& yaml, const YAML::Node& node) {
        yaml.each(node,
                  "sweep",
                  {},
                  [&](const std::string& key, const YAML::Node& value, const SourceRef& where) {
                      if (!said_.insert("sweep " + key).second) {
                          return;
                      }
                      AxisSpec axis{key, {}, "", where};
                      if (value.IsScalar() && value.Scalar().rfind('=', 0) == 0) {
                          axis.expression = value.Scalar().substr(1);
                      } else {
                          axis.values = yaml.values(value, key);
                      }
                      if (key == "energy.table") {
                          for (Word& table : axis.values) {
                              table.text = relative(table.text);
                          }
                      }
                      spec_.axes.push_back(std::move(axis));
                  });
    }

    void take_fixed(const YamlWalker& yaml, const YAML::Node& node) {
        yaml.each(node,
                  "set",
                  {},
                  [&](const std::string& key, const YAML::Node& value, const SourceRef& where) {
                      if (!said_.insert("set " + key).second) {
                          return;
                      }
                      std::string text;
                      for (const Word& word : yaml.words(value, key)) {
                          text += (text.empty() ? "" : ",") + word.text;
                      }
                      if (key == "energy.table") {
                          text = relative(text);
                      }
                      spec_.fixed.push_back({key + "=" + text, where});
                  });
    }

    void take_sample(const YamlWalker& yaml, const YAML::Node& node, const SourceRef& where) {
        SampleSpec sample;
        sample.where = where;
        yaml.each(node,
                  "sample",
                  {"kind", "points", "seed"},
                  [&](const std::string& key, const YAML::Node& value, const SourceRef&) {
                      if (key == "kind") {
                          const Word kind = choice(yaml.word(value, "sample: kind"),
                                                   "sample: kind",
                                                   {"random", "latin-hypercube"});
                          sample.kind = kind.text == "random" ? SampleKind::kRandom
                                                              : SampleKind::kLatinHypercube;
                      } else if (key == "points") {
                          sample.points = yaml.number(value, "sample: points", 1, 100'000'000);
                      } else {
                          sample.seed = yaml.number(value, "sample: seed", 0, kMostPoints);
                      }
                  });
        if (sample.points == 0) {
            throw_bad_input("sweep.key-missing", where, "sample: how many points? add 'points: N'");
        }
        spec_.sample = sample;
    }

    void take_strategy(const YamlWalker& yaml, const YAML::Node& node, const SourceRef& where) {
        StrategySpec strategy;
        strategy.where = where;
        strategy.objectives = {{"makespan", where}, {"energy_pj", where}};
        if (node.IsScalar()) {
            choice(yaml.word(node, "strategy"), "strategy", {"pareto", "grid"});
            if (node.Scalar() == "pareto") {
                spec_.strategy = strategy;
            }
            return;
        }
        yaml.each(node,
                  "strategy",
                  {"kind", "objectives", "points", "seed"},
                  [&](const std::string& key, const YAML::Node& value, const SourceRef&) {
                      if (key == "kind") {
                          choice(yaml.word(value, "strategy: kind"), "strategy: kind", {"pareto"});
                      } else if (key == "objectives") {
                          strategy.objectives = yaml.words(value, "strategy: objectives");
                      } else if (key == "points") {
                          strategy.points = yaml.number(value, "strategy: points", 1, 10'000'000);
                      } else {
                          strategy.seed = yaml.number(value, "strategy: seed", 0, kMostPoints);
                      }
                  });
        spec_.strategy = strategy;
    }

    SweepSpec& spec_;
    fs::path folder_;
    std::set<std::string> said_;  // keys that a file nearer to the user gave
};

void require(bool given, const SweepSpec& spec, const char* key, const char* what) {
    if (!given) {
        throw_bad_input("sweep.key-missing",
                        {spec.files.front().path, 0, {}},
                        fmt::format("'{}' is missing: {}", key, what));
    }
}

}  // namespace

SweepSpec read_sweep_spec(const std::string& path) {
    SweepSpec spec;
    spec.name = fs::path(path).stem().string();
    SpecReader reader(spec);
    ExtendsChain chain("sweep", path);
    Word next = reader.read(path, {});
    while (!next.text.empty()) {
        next = reader.read(chain.follow(next.text, next.where), next.where);
    }
    require(!spec.base.text.empty(), spec, "base", "the architecture that the points vary");
    require(!spec.workloads.empty(), spec, "workloads", "what the points run");
    if (spec.sample && spec.strategy) {
        throw_bad_input("sweep.strategy",
                        spec.strategy->where,
                        "'sample' and 'strategy' both choose points; give one of them");
    }
    return spec;
}

}  // namespace systole::sweep
