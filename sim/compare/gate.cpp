#include "sim/compare/gate.h"

#include "sim/core/nearest.h"
#include "sim/core/text_file.h"
#include "sim/core/yaml_document.h"
#include "sim/core/yaml_map.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace systole::compare {
namespace {

constexpr std::string_view kLayerMetrics[] = {
    "cycles", "macs", "ddr_read", "ddr_write", "energy_pj"};
constexpr std::string_view kParts[] = {"busy", "dependency", "address", "contention", "drained"};

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) {
        return "";
    }
    return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

bool matches(const std::string& pattern, const std::string& text) {
    return pattern.empty() || ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

std::vector<std::string> metric_names() {
    std::vector<std::string> names;
    for (const store::Metric& metric : store::metric_table()) {
        names.emplace_back(metric.name);
    }
    for (const std::string_view part : kParts) {
        for (const std::string_view pipe : kPipeNames) {
            names.push_back(fmt::format("{}.{}", part, pipe));
        }
    }
    return names;
}

[[noreturn]] void fail(std::string_view text, const SourceRef& where, const std::string& what) {
    throw_bad_input("compare.gate",
                    where,
                    fmt::format("the gate \"{}\": {}; write for example 'makespan > +1%', 'spills "
                                "> 0' or 'layer.conv1.cycles > +3%'",
                                text,
                                what));
}

void check_metric(const std::string& metric, std::string_view text, const SourceRef& where) {
    if (metric.rfind("layer.", 0) == 0) {
        const std::size_t dot = metric.rfind('.');
        const std::string last = metric.substr(dot + 1);
        if (dot <= 6 || std::find(std::begin(kLayerMetrics), std::end(kLayerMetrics), last) ==
                            std::end(kLayerMetrics)) {
            fail(text, where, "a layer has cycles, macs, ddr_read, ddr_write and energy_pj");
        }
        return;
    }
    const std::vector<std::string> names = metric_names();
    if (std::find(names.begin(), names.end(), metric) == names.end()) {
        fail(text,
             where,
             fmt::format("there is no metric '{}'{}",
                         metric,
                         did_you_mean(metric, {names.begin(), names.end()})));
    }
}

// "+1%", "-5", "1000".
void parse_limit(std::string text, Gate& gate, const SourceRef& where) {
    const bool change = !text.empty() && (text[0] == '+' || text[0] == '-');
    const bool percent = !text.empty() && text.back() == '%';
    if (percent) {
        text.pop_back();
    }
    char* end = nullptr;
    gate.bound = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(gate.bound)) {
        fail(gate.text, where, fmt::format("'{}' is no limit", text));
    }
    gate.limit = percent  ? Gate::Limit::kRelative
                 : change ? Gate::Limit::kAbsolute
                          : Gate::Limit::kValue;
    if (percent) {
        gate.bound /= 100;
    }
}

bool holds(Gate::Sign sign, double value, double bound) {
    switch (sign) {
        case Gate::Sign::kAbove:
            return value > bound;
        case Gate::Sign::kAtLeast:
            return value >= bound;
        case Gate::Sign::kBelow:
            return value < bound;
        case Gate::Sign::kAtMost:
            break;
    }
    return value <= bound;
}

bool breaks(const Gate& gate, const Change& change) {
    switch (gate.limit) {
        case Gate::Limit::kValue:
            return holds(gate.sign, *change.b, gate.bound);
        case Gate::Limit::kAbsolute:
            return holds(gate.sign, change.absolute(), gate.bound);
        case Gate::Limit::kRelative:
            return holds(gate.sign, change.relative(), gate.bound);
        case Gate::Limit::kWorse:
            break;
    }
    return change.better == store::Better::kNeither ? !change.same() : change.worsening() > 0;
}

std::string reason_of(const Change& change, const Comparison& comparison) {
    std::string text = fmt::format("{} to {} {}", *change.a, *change.b, change.unit);
    if (std::isfinite(change.relative())) {
        text +=
            fmt::format("{}({:+.2f}%)", change.unit.empty() ? "" : " ", 100 * change.relative());
    }
    if (change.metric == "makespan" || change.metric.rfind("layer.", 0) == 0) {
        for (const PointPair& pair : comparison.pairs) {
            if (pair.workload == change.workload && pair.point == change.point) {
                const std::string why = cause(pair);
                text += why.empty() ? "" : ": " + why;
            }
        }
    }
    return text;
}

}  // namespace

Gate parse_gate(std::string_view text, const SourceRef& where) {
    Gate gate;
    gate.text = trimmed(text);
    std::string rest = gate.text;
    if (const std::size_t colon = rest.find(": "); colon != std::string::npos) {
        gate.workload = trimmed(rest.substr(0, colon));
        rest = trimmed(rest.substr(colon + 1));
    }
    const std::size_t sign = rest.find_first_of("<>");
    gate.metric = trimmed(rest.substr(0, sign));
    if (gate.metric.empty()) {
        fail(gate.text, where, "it names no metric");
    }
    check_metric(gate.metric, gate.text, where);
    if (sign == std::string::npos) {
        return gate;
    }
    const bool equal = sign + 1 < rest.size() && rest[sign + 1] == '=';
    gate.sign = rest[sign] == '>' ? (equal ? Gate::Sign::kAtLeast : Gate::Sign::kAbove)
                                  : (equal ? Gate::Sign::kAtMost : Gate::Sign::kBelow);
    parse_limit(trimmed(rest.substr(sign + (equal ? 2 : 1))), gate, where);
    return gate;
}

std::vector<Gate> read_budgets(const std::string& path) {
    const YAML::Node root = parse_yaml_document(
        read_text_file(path, {}), path, {"compare", "a list of {workload, metric, limit}"});
    const auto refuse = [&](const YAML::Node& node, const std::string& what) {
        throw_bad_input("compare.budgets", {path, line_in_file(node.Mark()), {}}, what);
    };
    if (!root.IsSequence()) {
        refuse(root, "expected a list of {workload, metric, limit}");
    }
    const YamlOwner owner{path, "compare", "", ""};
    std::vector<Gate> gates;
    for (const YAML::Node& row : root) {
        std::string workload, metric, limit;
        for (const YamlEntry& entry : yaml_entries(row, owner, "{workload, metric, limit}")) {
            refuse_unknown_key(entry, owner, {"workload", "metric", "limit"});
            (entry.key == "workload" ? workload
             : entry.key == "metric" ? metric
                                     : limit) = yaml_word(entry.value, owner, entry.key).text;
        }
        if (metric.empty() || limit.empty()) {
            refuse(row, "a budget has a metric and a limit");
        }
        const std::size_t index = store::metric_index(metric);
        const bool larger = index < store::metric_table().size() &&
                            store::metric_table()[index].better == store::Better::kLarger;
        // A change for the worse is one downwards where larger is better.
        if (larger && limit[0] == '+') {
            limit[0] = '-';
        }
        gates.push_back(parse_gate(fmt::format("{}{}{} {} {}",
                                               workload,
                                               workload.empty() ? "" : ": ",
                                               metric,
                                               larger ? "<" : ">",
                                               limit),
                                   {path, line_in_file(row.Mark()), {}}));
    }
    return gates;
}

std::vector<Failure> failures(const Comparison& comparison, const std::vector<Gate>& gates) {
    std::vector<Failure> result;
    for (const Missing& missing : comparison.missing) {
        result.push_back(
            {"missing",
             missing.workload,
             missing.point,
             missing.what,
             {},
             {},
             fmt::format("missing in {}",
                         missing.side == 'a' ? comparison.name_a : comparison.name_b)});
    }
    for (const Gate& gate : gates) {
        std::size_t looked_at = 0;
        for (const Change& change : comparison.changes) {
            if (!matches(gate.workload, change.workload) || !matches(gate.metric, change.metric)) {
                continue;
            }
            ++looked_at;
            if (breaks(gate, change)) {
                result.push_back({gate.text,
                                  change.workload,
                                  change.point,
                                  change.metric,
                                  change.a,
                                  change.b,
                                  reason_of(change, comparison)});
            }
        }
        if (looked_at == 0) {
            result.push_back({gate.text,
                              gate.workload,
                              "",
                              gate.metric,
                              {},
                              {},
                              "no workload has this metric on both sides, so the gate guards "
                              "nothing"});
        }
    }
    return result;
}

}  // namespace systole::compare
