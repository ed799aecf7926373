#include "sim/compare/print.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

namespace systole::compare {
namespace {

// Text between tags and in attributes; what XML 1.0 cannot hold becomes '?'.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    }
    return result;
}

struct Case {
    std::string name;
    std::vector<const Failure*> failures;
};

using Suites = std::map<std::string, std::vector<Case>>;

// By workload and point: a case for what may be missing, and one for each gate.
Suites suites_of(const Comparison& comparison,
                 const std::vector<Gate>& gates,
                 const std::vector<Failure>& failed) {
    Suites suites;
    const auto name_of = [](const std::string& workload, const std::string& point) {
        return point.empty() ? (workload.empty() ? "comparison" : workload)
                             : workload + " " + point;
    };
    const auto suite = [&](const std::string& name) -> std::vector<Case>& {
        auto [found, is_new] = suites.emplace(name, std::vector<Case>{});
        if (is_new) {
            found->second.push_back({"missing", {}});
            for (const Gate& gate : gates) {
                found->second.push_back({gate.text, {}});
            }
        }
        return found->second;
    };
    for (const PointPair& pair : comparison.pairs) {
        suite(name_of(pair.workload, pair.point));
    }
    for (const Failure& failure : failed) {
        for (Case& test : suite(name_of(failure.workload, failure.point))) {
            if (test.name == failure.gate) {
                test.failures.push_back(&failure);
                break;
            }
        }
    }
    return suites;
}

std::string case_xml(const std::string& suite, const Case& test) {
    const std::string start =
        fmt::format("    <testcase classname=\"systole.{}\" name=\"{}\" time=\"0\"",
                    escaped(suite),
                    escaped(test.name));
    if (test.failures.empty()) {
        return start + "/>\n";
    }
    std::string message;
    for (const Failure* failure : test.failures) {
        message +=
            fmt::format("{}{}: {}", message.empty() ? "" : "; ", failure->metric, failure->reason);
    }
    return start +
           fmt::format(
               ">\n      <failure type=\"gate\" message=\"{0}\">{0}</failure>\n    </testcase>\n",
               escaped(message));
}

}  // namespace

std::string junit(const Comparison& comparison,
                  const std::vector<Gate>& gates,
                  const std::vector<Failure>& failed) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    std::size_t id = 0;
    for (const auto& [name, cases] : suites_of(comparison, gates, failed)) {
        std::size_t broken = 0;
        std::string body;
        for (const Case& test : cases) {
            broken += test.failures.empty() ? 0 : 1;
            body += case_xml(name, test);
        }
        // Time, date and host are part of the schema; results do not depend on them.
        text += fmt::format(
            "  <testsuite id=\"{}\" package=\"systole\" name=\"{}\" tests=\"{}\" "
            "failures=\"{}\" errors=\"0\" time=\"0\" "
            "timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\">\n"
            "    <properties/>\n",
            id++,
            escaped(name),
            cases.size(),
            broken);
        text += body + "    <system-out/>\n    <system-err/>\n  </testsuite>\n";
    }
    return text + "</testsuites>\n";
}

}  // namespace systole::compare
