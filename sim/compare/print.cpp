#include "sim/compare/print.h"

#include "sim/core/quantity.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace systole::compare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMarkdownRows = 40;  // of changes; a comment must not grow past its limit

std::string number_text(const std::optional<double>& value) {
    if (!value) {
        return "-";
    }
    if (*value == std::floor(*value) && std::abs(*value) < 9e15) {
        const auto whole = static_cast<std::int64_t>(*value);
        return (whole < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::abs(whole)));
    }
    return fmt::format("{:.6g}", *value);
}

std::string signed_text(double value) {
    return (value > 0 ? "+" : "") + number_text(value);
}

std::string percent(const Change& change) {
    const double share = change.relative();
    return std::isfinite(share) ? fmt::format("{:+.2f}%", 100 * share) : "new";
}

std::string label(const std::string& workload, const std::string& point) {
    return point.empty() ? workload : workload + " " + point;
}

bool changed(const PointPair& pair) {
    return pair.a->accounting && pair.b->accounting &&
           std::any_of(kPipes.begin(), kPipes.end(), [&](Pipe pipe) {
               const auto parts = [](const model::PipeAccount& account) {
                   return std::array<Cycles, 5>{account.busy,
                                                account.dependency,
                                                account.address,
                                                account.contention,
                                                account.drained};
               };
               return parts((*pair.a->accounting)[pipe]) != parts((*pair.b->accounting)[pipe]);
           });
}

std::string delta(Cycles a, Cycles b) {
    return a == b ? "0" : signed_text(static_cast<double>(b) - static_cast<double>(a));
}

// Where the cycles of a pair went: the parts of every pipe sum to the difference in makespan.
std::string pipe_table(const PointPair& pair, bool colour) {
    report::TextTable out({{"pipe", report::TextTable::Align::kLeft},
                           {"busy"},
                           {"dependency"},
                           {"address"},
                           {"contention"},
                           {"drained"},
                           {"sum [cycles]"}},
                          colour);
    for (const Pipe pipe : kPipes) {
        const model::PipeAccount& a = (*pair.a->accounting)[pipe];
        const model::PipeAccount& b = (*pair.b->accounting)[pipe];
        out.row({std::string(name(pipe)),
                 delta(a.busy, b.busy),
                 delta(a.dependency, b.dependency),
                 delta(a.address, b.address),
                 delta(a.contention, b.contention),
                 delta(a.drained, b.drained),
                 delta(a.total(), b.total())});
    }
    return out.text();
}

Json number_json(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) {
        return nullptr;
    }
    if (*value == std::floor(*value) && std::abs(*value) < 9e15) {
        return static_cast<std::int64_t>(*value);
    }
    return *value;
}

std::size_t count_changed(const Comparison& comparison) {
    return static_cast<std::size_t>(std::count_if(
        comparison.changes.begin(), comparison.changes.end(), [](const Change& change) {
            return !change.same();
        }));
}

// One sentence: how many numbers of how many points, and what came of it.
std::string verdict(const Comparison& comparison, const std::vector<Failure>& failed) {
    std::string text = fmt::format("{} of {} numbers of {} points differ",
                                   count_changed(comparison),
                                   comparison.changes.size(),
                                   comparison.pairs.size());
    if (!comparison.missing.empty()) {
        text += fmt::format(", {} missing", comparison.missing.size());
    }
    return text + (failed.empty() ? "" : fmt::format("; {} failures", failed.size()));
}

}  // namespace

std::string table(const Comparison& comparison,
                  const std::vector<Failure>& failed,
                  bool all,
                  bool colour) {
    using Align = report::TextTable::Align;
    std::string text = fmt::format("a  {}\nb  {}\n\n", comparison.name_a, comparison.name_b);
    if (all || count_changed(comparison) > 0) {
        report::TextTable out({{"workload", Align::kLeft},
                               {"metric", Align::kLeft},
                               {"a"},
                               {"b"},
                               {"change"},
                               {"relative"},
                               {"unit", Align::kLeft}},
                              colour);
        for (const Change& change : comparison.changes) {
            if (all || !change.same()) {
                out.row({label(change.workload, change.point),
                         change.metric,
                         number_text(change.a),
                         number_text(change.b),
                         signed_text(change.absolute()),
                         {percent(change), change.worsening() > 0},
                         change.unit});
            }
        }
        text += out.text() + "\n";
    }
    for (const PointPair& pair : comparison.pairs) {
        if (changed(pair)) {
            text +=
                fmt::format("{}: where the cycles went, b - a\n", label(pair.workload, pair.point));
            text += pipe_table(pair, colour) + "\n";
        }
    }
    if (!failed.empty()) {
        for (const Failure& failure : failed) {
            text += fmt::format("FAIL {}: {} {}: {}\n",
                                failure.gate,
                                label(failure.workload, failure.point),
                                failure.metric,
                                failure.reason);
        }
        text += "\n";
    }
    return text + verdict(comparison, failed) + "\n";
}

std::string json(const Comparison& comparison, const std::vector<Failure>& failed, bool all) {
    Json out;
    out["schema"] = "systole.compare/1";
    out["a"] = comparison.name_a;
    out["b"] = comparison.name_b;
    out["points"] = comparison.pairs.size();
    out["equal"] = comparison.equal();
    out["rows"] = Json::array();
    for (const Change& change : comparison.changes) {
        if (all || !change.same()) {
            out["rows"].push_back({{"workload", change.workload},
                                   {"point", change.point},
                                   {"metric", change.metric},
                                   {"unit", change.unit},
                                   {"a", number_json(change.a)},
                                   {"b", number_json(change.b)},
                                   {"change", number_json(change.absolute())},
                                   {"relative", number_json(change.relative())}});
        }
    }
    out["missing"] = Json::array();
    for (const Missing& missing : comparison.missing) {
        out["missing"].push_back({{"workload", missing.workload},
                                  {"point", missing.point},
                                  {"what", missing.what},
                                  {"side", std::string(1, missing.side)}});
    }
    out["failed"] = Json::array();
    for (const Failure& failure : failed) {
        out["failed"].push_back({{"gate", failure.gate},
                                 {"workload", failure.workload},
                                 {"point", failure.point},
                                 {"metric", failure.metric},
                                 {"a", number_json(failure.a)},
                                 {"b", number_json(failure.b)},
                                 {"reason", failure.reason}});
    }
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string benchmark_json(const Comparison& comparison) {
    Json out = Json::array();
    for (const Change& change : comparison.changes) {
        const bool layer = change.metric.rfind("layer.", 0) == 0;
        if (!layer && change.better == store::Better::kSmaller) {
            out.push_back({{"name", label(change.workload, change.point) + " " + change.metric},
                           {"unit", change.unit.empty() ? "1" : change.unit},
                           {"value", number_json(change.b)}});
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const Json& a, const Json& b) {
        return a["name"].get<std::string>() < b["name"].get<std::string>();
    });
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string markdown(const Comparison& comparison, const std::vector<Failure>& failed) {
    // A table's cell must hold no bar and no line break.
    const auto cell = [](std::string text) {
        for (std::size_t at = 0; (at = text.find_first_of("|\n", at)) != std::string::npos;
             at += 2) {
            text.replace(at, 1, text[at] == '|' ? "\\|" : "  ");
        }
        return text;
    };
    std::string text =
        fmt::format("{}\n### systole: {}\n\n", kMarkdownMarker, verdict(comparison, failed));
    if (!failed.empty()) {
        text += "| gate | workload | metric | why |\n| --- | --- | --- | --- |\n";
        for (const Failure& failure : failed) {
            text += fmt::format("| {} | {} | {} | {} |\n",
                                cell(failure.gate),
                                cell(label(failure.workload, failure.point)),
                                cell(failure.metric),
                                cell(failure.reason));
        }
        text += "\n";
    }
    std::size_t shown = 0;
    const std::size_t differing = count_changed(comparison);
    for (const Change& change : comparison.changes) {
        if (change.same()) {
            continue;
        }
        if (shown == 0) {
            text +=
                "<details><summary>Changes, worst first</summary>\n\n| workload | metric | a | b | "
                "change |\n| --- | --- | ---: | ---: | ---: |\n";
        }
        if (++shown > kMarkdownRows) {
            break;
        }
        text += fmt::format("| {} | {} | {} | {} | {} |\n",
                            cell(label(change.workload, change.point)),
                            cell(change.metric),
                            number_text(change.a),
                            number_text(change.b),
                            percent(change));
    }
    if (shown > 0) {
        if (differing > kMarkdownRows) {
            text += fmt::format("\nand {} more\n", differing - kMarkdownRows);
        }
        text += "\n</details>\n";
    }
    for (const PointPair& pair : comparison.pairs) {
        if (const std::string why = changed(pair) ? cause(pair) : "";
            !why.empty() && failed.empty()) {
            text += fmt::format("\n{}: {}\n", label(pair.workload, pair.point), why);
        }
    }
    return text;
}

}  // namespace systole::compare
