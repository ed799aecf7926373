#include "sim/sweep/space.h"

#include "sim/core/error.h"
#include "sim/core/sha256.h"
#include "sim/plan/methods.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/run/objectives.h"
#include "sim/store/metric_table.h"
#include "sim/sweep/model_version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace systole::sweep {
namespace {

// Names of values behind the configuration's keys, in this order.
constexpr const char* kFactNames[] = {"workload",
                                      "method",
                                      "objective",
                                      "spill",
                                      "workload.layers",
                                      "workload.nodes",
                                      "workload.macs"};

// As many as are looked through for a first point that meets the constraints.
constexpr std::uint64_t kMostTries = 20'000'000;

std::string value_or_default(const std::vector<Word>& words, std::uint32_t level) {
    return words.empty() ? "" : words[level].text;
}

std::uint32_t size_of(const std::vector<Word>& words) {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(words.size()));
}

void refuse_twice(const std::vector<Word>& words, const char* what) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (words[i].text == words[j].text) {
                throw_bad_input("sweep.values",
                                words[i].where,
                                fmt::format("{}: '{}' is there twice", what, words[i].text));
            }
        }
    }
}

// Calls look(name) and gives its error the place of the word.
template <class Look>
void at_its_place(const Word& word, Look look) {
    try {
        look(word.text);
    } catch (const Error& error) {
        throw_bad_input(error.rule(), word.where, error.message());
    }
}

}  // namespace

Space::Space(SweepSpec spec) : spec_(std::move(spec)), key_values_(spec_.base, spec_.fixed) {
    check_methods();
    add_keys();
    for (const Word& path : spec_.workloads) {
        try {
            workloads_.push_back(workload_facts(path.text));
        } catch (const Error& error) {
            throw_bad_input(
                "sweep.workload",
                path.where,
                fmt::format("workload '{}' cannot be read: {}", path.text, error.what()));
        }
        if (spec_.timing == Timing::kClosedForm && !workloads_.back().network) {
            throw_bad_input(
                "sweep.option",
                path.where,
                fmt::format("timing: closed-form is for layers; '{}' is a trace", path.text));
        }
    }
    sizes_ = {size_of(spec_.workloads),
              size_of(spec_.methods),
              size_of(spec_.objectives),
              size_of(spec_.spills)};
    for (const Axis& axis : axes_) {
        sizes_.push_back(static_cast<std::uint32_t>(axis.texts.size()));
    }
    for (const std::uint64_t size : sizes_) {
        combinations_ = combinations_ > std::numeric_limits<std::uint64_t>::max() / size
                            ? std::numeric_limits<std::uint64_t>::max()
                            : combinations_ * size;
    }
    add_expressions();
    find_first_point();
}

void Space::check_methods() {
    refuse_twice(spec_.workloads, "workloads");
    refuse_twice(spec_.methods, "methods");
    refuse_twice(spec_.objectives, "objectives");
    refuse_twice(spec_.spills, "spill");
    bool search = false;
    for (const Word& word : spec_.methods) {
        at_its_place(word, [&](const std::string& name) {
            search = plan::find_method(name).search || search;
        });
    }
    for (const Word& word : spec_.spills) {
        at_its_place(word, [](const std::string& name) { place::victim_rule(name); });
    }
    for (const Word& word : spec_.objectives) {
        at_its_place(word, [](const std::string& name) { find_objective(name); });
    }
    if ((!spec_.objectives.empty() || spec_.work) && !search) {
        throw_bad_input("sweep.option",
                        {spec_.files.front().path, 0, {}},
                        "'objectives' and 'work' are for the method best, which is not among "
                        "'methods'");
    }
    if (spec_.timing == Timing::kClosedForm &&
        (!spec_.methods.empty() || !spec_.spills.empty() || !spec_.cycles.text.empty())) {
        throw_bad_input("sweep.option",
                        {spec_.files.front().path, 0, {}},
                        "timing: closed-form plans nothing, so it takes no 'methods', 'spill' and "
                        "'cycles'");
    }
    if (spec_.strategy) {
        for (const Word& word : spec_.strategy->objectives) {
            if (store::metric_index(word.text) == store::metric_table().size()) {
                throw_bad_input("sweep.objective",
                                word.where,
                                fmt::format("strategy: there is no metric '{}'", word.text));
            }
        }
    }
}

void Space::add_keys() {
    for (const AxisSpec& spec : spec_.axes) {
        const config::Key& key = key_values_.find(spec.key, spec.where);
        for (const std::string& fixed : key_values_.fixed()) {
            if (fixed.rfind(spec.key + "=", 0) == 0) {
                throw_bad_input("sweep.key-duplicate",
                                spec.where,
                                fmt::format("{} stands in 'set' and in 'sweep'", spec.key));
            }
        }
        if (spec.expression.empty()) {
            Axis axis;
            axis.key = keys_.size();
            for (const Word& word : spec.values) {
                axis.values.push_back(key_values_.check(key, word));
                axis.texts.push_back(word.text);
                axis.marks.push_back(spec.key == "energy.table"
                                         ? energy_table_hash(word.text, word.where.file)
                                         : store::value_text(axis.values.back()));
            }
            for (std::size_t i = 0; i < axis.values.size() && axis.values.size() < 10'000; ++i) {
                const auto same = std::find(axis.values.begin(), axis.values.end(), axis.values[i]);
                if (same < axis.values.begin() + static_cast<std::ptrdiff_t>(i)) {
                    throw_bad_input("sweep.values",
                                    spec.values[i].where,
                                    fmt::format("{}: {} is there twice", spec.key, axis.texts[i]));
                }
            }
            axes_.push_back(std::move(axis));
        }
        keys_.push_back(spec.key);
    }
}

void Space::add_expressions() {
    std::vector<std::string> words;
    for (const NamedObjective& objective : objectives()) {
        words.emplace_back(objective.name);
    }
    for (const config::Key& key : key_values_.keys()) {
        names_.push_back(key.dotted);
        scratch_.push_back(key_values_.base_value(key));
        config::ArchConfig any;
        for (const std::string_view choice : config::choices(key.slot(any))) {
            words.emplace_back(choice);
        }
    }
    facts_ = names_.size();
    names_.insert(names_.end(), std::begin(kFactNames), std::end(kFactNames));
    scratch_.resize(names_.size());
    for (const plan::Method& method : plan::methods()) {
        words.emplace_back(method.name);
    }
    for (const place::VictimRule& rule : place::victim_rules()) {
        words.emplace_back(rule.name);
    }
    for (const WorkloadFacts& facts : workloads_) {
        words.push_back(facts.name);
    }
    for (const std::string& key : keys_) {
        key_name_.push_back(static_cast<std::size_t>(std::find(names_.begin(), names_.end(), key) -
                                                     names_.begin()));
    }
    std::vector<Link> links;
    for (std::size_t i = 0; i < spec_.axes.size(); ++i) {
        const AxisSpec& axis = spec_.axes[i];
        if (!axis.expression.empty()) {
            links.push_back(
                {i,
                 store::Expression(axis.expression, names_, words, "sweep.link", axis.where),
                 axis.where});
        }
    }
    order_links(std::move(links));
    for (const Word& word : spec_.conditions) {
        conditions_.emplace_back(word.text, names_, words, "sweep.where", word.where);
    }
}

void Space::order_links(std::vector<Link> links) {
    while (!links.empty()) {
        // One whose expression asks for no link that has not been placed.
        const auto free = std::find_if(links.begin(), links.end(), [&](const Link& link) {
            return std::none_of(links.begin(), links.end(), [&](const Link& other) {
                const auto& uses = link.expression.uses();
                return std::find(uses.begin(), uses.end(), key_name_[other.key]) != uses.end();
            });
        });
        if (free == links.end()) {
            throw_bad_input(
                "sweep.link",
                links.front().where,
                fmt::format("{} follows keys that follow it", keys_[links.front().key]));
        }
        links_.push_back(std::move(*free));
        links.erase(free);
    }
}

void Space::find_first_point() {
    if (conditions_.empty()) {
        point(levels_of(0));
        return;
    }
    const std::uint64_t tries = std::min(combinations_, kMostTries);
    for (std::uint64_t i = 0; i < tries; ++i) {
        if (point(levels_of(i))) {
            return;
        }
    }
    if (tries == combinations_) {
        std::string list;
        for (const Word& word : spec_.conditions) {
            list += fmt::format("{}\"{}\"", list.empty() ? "" : " and ", word.text);
        }
        throw_bad_input("sweep.no-points",
                        spec_.conditions.front().where,
                        fmt::format("none of the {} combinations meets {}", combinations_, list));
    }
}

std::vector<std::uint32_t> Space::levels_of(std::uint64_t index) const {
    std::vector<std::uint32_t> levels(sizes_.size());
    for (std::size_t d = sizes_.size(); d-- > 0;) {
        levels[d] = static_cast<std::uint32_t>(index % sizes_[d]);
        index /= sizes_[d];
    }
    return levels;
}

std::optional<PointSpec> Space::point(std::vector<std::uint32_t> levels) {
    PointSpec point;
    point.levels = std::move(levels);
    // What a method has no use for does not multiply its points.
    if (!spec_.methods.empty()) {
        const plan::Method& method = plan::find_method(spec_.methods[point.levels[kMethod]].text);
        if ((!method.search && point.levels[kObjective] > 0) ||
            (method.spill.empty() && point.levels[kSpill] > 0)) {
            return std::nullopt;
        }
    }
    point.texts.resize(keys_.size());
    point.values.resize(keys_.size());
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        const Axis& axis = axes_[a];
        const std::uint32_t level = point.levels[kKeys + a];
        point.texts[axis.key] = axis.texts[level];
        point.values[axis.key] = scratch_[key_name_[axis.key]] = axis.values[level];
    }
    const WorkloadFacts& facts = workload(point);
    scratch_[facts_] = facts.name;
    scratch_[facts_ + 1] = method(point);
    scratch_[facts_ + 2] = objective(point);
    scratch_[facts_ + 3] = spill(point);
    scratch_[facts_ + 4] = static_cast<std::int64_t>(facts.layers);
    scratch_[facts_ + 5] = static_cast<std::int64_t>(facts.nodes);
    scratch_[facts_ + 6] = static_cast<std::int64_t>(facts.macs);
    for (Link& link : links_) {
        store::Value value = link.expression.evaluate(scratch_);
        if (const auto* real = std::get_if<double>(&value);
            real != nullptr && *real == std::floor(*real) && std::abs(*real) < 9e15) {
            value = static_cast<std::int64_t>(*real);
        }
        point.texts[link.key] = link_text(link, value);
        point.values[link.key] = scratch_[key_name_[link.key]] = value;
    }
    for (store::Expression& condition : conditions_) {
        if (!condition.holds(scratch_)) {
            return std::nullopt;
        }
    }
    return point;
}

std::string Space::link_text(const Link& link, const store::Value& value) const {
    const config::Key& key = key_values_.keys()[key_name_[link.key]];
    config::ArchConfig any;
    const config::Slot slot = key.slot(any);
    const std::string text = store::value_text(value);
    bool good = !std::holds_alternative<std::monostate>(value);
    if (std::holds_alternative<std::uint64_t*>(slot)) {
        const auto* number = std::get_if<std::int64_t>(&value);
        good = number != nullptr && *number >= 0 &&
               static_cast<std::uint64_t>(*number) >= key.range.min &&
               static_cast<std::uint64_t>(*number) <= key.range.max;
    } else if (const auto choices = config::choices(slot); !choices.empty()) {
        good = std::find(choices.begin(), choices.end(), text) != choices.end();
    }
    if (!good) {
        throw_bad_input("sweep.link",
                        link.where,
                        fmt::format("{}: expected {}, but \"{}\" gives {}",
                                    key.dotted,
                                    config::expected_text(key),
                                    link.expression.text(),
                                    text.empty() ? "nothing" : text));
    }
    return text;
}

std::string Space::method(const PointSpec& point) const {
    return value_or_default(spec_.methods, point.levels[kMethod]);
}

std::string Space::objective(const PointSpec& point) const {
    const std::string name = method(point);
    return !name.empty() && plan::find_method(name).search
               ? value_or_default(spec_.objectives, point.levels[kObjective])
               : "";
}

std::string Space::spill(const PointSpec& point) const {
    const std::string name = method(point);
    return name.empty() || !plan::find_method(name).spill.empty()
               ? value_or_default(spec_.spills, point.levels[kSpill])
               : "";
}

std::string Space::identity(const PointSpec& point) const {
    const WorkloadFacts& facts = workload(point);
    std::string text = fmt::format("model {}\ntiming {}\ncycles {}\nwork {}\nworkload {} {}\n",
                                   kModelVersion,
                                   static_cast<int>(spec_.timing),
                                   spec_.cycles.text,
                                   spec_.work.value_or(0),
                                   facts.name,
                                   facts.sha256);
    text += fmt::format(
        "method {}\nobjective {}\nspill {}\n", method(point), objective(point), spill(point));
    std::vector<std::string> marks;
    for (const store::Value& value : point.values) {
        marks.push_back(store::value_text(value));
    }
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        marks[axes_[a].key] = axes_[a].marks[point.levels[kKeys + a]];
    }
    for (std::size_t row = 0; row < key_values_.base_rows().size(); ++row) {
        const auto& [key, value] = key_values_.base_rows()[row];
        const auto swept = std::find(key_name_.begin(), key_name_.end(), row);
        text += key;
        text += '=';
        text += swept == key_name_.end()
                    ? value
                    : marks[static_cast<std::size_t>(swept - key_name_.begin())];
        text += '\n';
    }
    return sha256_of_text(text);
}

std::string Space::definition() const {
    std::string text = fmt::format("sizes {}\n", fmt::join(sizes_, " "));
    for (const Axis& axis : axes_) {
        text += fmt::format("{} {}\n", keys_[axis.key], fmt::join(axis.marks, " "));
    }
    for (const Link& link : links_) {
        text += fmt::format("{} = {}\n", keys_[link.key], link.expression.text());
    }
    for (const store::Expression& condition : conditions_) {
        text += fmt::format("where {}\n", condition.text());
    }
    for (const std::vector<Word>* words : {&spec_.methods, &spec_.objectives, &spec_.spills}) {
        for (const Word& word : *words) {
            text += word.text + " ";
        }
        text += '\n';
    }
    for (const WorkloadFacts& facts : workloads_) {
        text += fmt::format("{} {}\n", facts.name, facts.sha256);
    }
    for (const auto& [key, value] : key_values_.base_rows()) {
        text += fmt::format("{}={}\n", key, value);
    }
    if (spec_.sample) {
        text += fmt::format("sample {} {} {}\n",
                            static_cast<int>(spec_.sample->kind),
                            spec_.sample->points,
                            spec_.sample->seed);
    }
    if (spec_.strategy) {
        text += fmt::format("pareto {} {}", spec_.strategy->points, spec_.strategy->seed);
        for (const Word& word : spec_.strategy->objectives) {
            text += " " + word.text;
        }
    }
    return sha256_of_text(text + fmt::format("\ntiming {} cycles {} work {} model {}\n",
                                             static_cast<int>(spec_.timing),
                                             spec_.cycles.text,
                                             spec_.work.value_or(0),
                                             kModelVersion));
}

}  // namespace systole::sweep
