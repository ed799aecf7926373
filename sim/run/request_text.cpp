#include "sim/core/hardware.h"
#include "sim/core/json_text.h"
#include "sim/core/sha256.h"
#include "sim/core/shell_text.h"
#include "sim/run/objectives.h"
#include "sim/run/request_json.h"
#include "sim/run/run_request.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace systole {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

constexpr std::array<std::string_view, 3> kCyclesRuleNames = {"", "trace", "model"};
std::string_view name(CyclesRule rule) {
    return kCyclesRuleNames[static_cast<std::size_t>(rule)];
}

std::string file_name(const std::string& path) {
    const std::filesystem::path p(path);
    return (p.filename().empty() ? p.parent_path().filename() : p.filename()).string();
}

Json json_of(const Simulation& s) {
    Json search = {{"objective", nullptr},
                   {"traffic_budget", or_null(s.search.traffic_budget)},
                   {"work", or_null(s.search.work)},
                   {"seconds", or_null(s.search.seconds)},
                   {"seed", or_null(s.search.seed)}};
    if (s.search.objective) {
        search["objective"] = objective_name(*s.search.objective);
    }
    return {{"kind", "simulation"},
            {"workload", s.workload},
            {"cycles", name(s.cycles)},
            {"method", s.method},
            {"spill", s.spill},
            {"search", std::move(search)},
            {"plan", or_null(s.plan)},
            {"explain", s.explain},
            {"timing", s.timing == Timing::kSystemC ? "systemc" : "recurrence"},
            {"contention", or_null(s.contention)},
            {"max_cycles", or_null(s.max_cycles)},
            {"segment_steps", s.segment_steps}};
}

Json json_of(const RooflineRequest& r) {
    return {{"kind", "roofline"}, {"network", r.network}};
}

Json json_of(const ScalesimRequest& s) {
    return {{"kind", "scalesim"}, {"cfg", s.cfg}, {"topology", s.topology}};
}

Json json_of(const ArrayRequest& a) {
    return {{"kind", "array"},
            {"rows", a.array.rows},
            {"cols", a.array.cols},
            {"depth", a.array.depth},
            {"dataflow", systole::name(a.array.dataflow)},
            {"mac_latency", a.array.mac_latency},
            {"interval", a.array.interval},
            {"double_buffered", a.array.double_buffered},
            {"preloaded", or_null(a.preloaded)},
            {"element", systole::name(a.element)},
            {"convention", a.convention == arch::Convention::kHardware ? "hardware" : "scalesim"},
            {"model", kArrayModelNames[static_cast<std::size_t>(a.model)]},
            {"m", a.gemm ? Json(a.gemm->m) : Json(nullptr)},
            {"n", a.gemm ? Json(a.gemm->n) : Json(nullptr)},
            {"k", a.gemm ? Json(a.gemm->k) : Json(nullptr)},
            {"weights", a.weights},
            {"activations", a.activations},
            {"unroll", a.unroll},
            {"loops", a.loops},
            {"seed", or_null(a.seed)},
            {"table", a.table}};
}

// Words of a command line.
class Words {
 public:
    explicit Words(const char* verb) : text_(std::string("systole ") + verb) {}
    Words& add(std::string_view word) {
        text_ += " " + shell_quoted(word);
        return *this;
    }
    template <class Value>
    Words& option(const char* option_name, const Value& value) {
        return add(option_name).add(fmt::format("{}", value));
    }
    template <class Value>
    Words& option_if(const char* option_name, const std::optional<Value>& value) {
        return value ? option(option_name, *value) : *this;
    }
    Words& option_if(const char* option_name, std::string_view value) {
        return value.empty() ? *this : option(option_name, value);
    }
    Words& config(const ConfigSource& source) {
        add(file_name(source.path));
        for (const std::string& override_text : source.overrides) {
            option("-D", without_folder(override_text));
        }
        return *this;
    }
    std::string text() const { return text_; }

 private:
    // "energy.table=dir/x.yaml" -> "energy.table=x.yaml".
    static std::string without_folder(const std::string& override_text) {
        constexpr std::string_view kTable = "energy.table=";
        return override_text.compare(0, kTable.size(), kTable) == 0
                   ? std::string(kTable) + file_name(override_text.substr(kTable.size()))
                   : override_text;
    }
    std::string text_;
};

std::string words_of(const ConfigSource& config, const Simulation& s) {
    const bool schedule = s.timing == Timing::kRecurrence;
    Words words(s.plan ? "replay" : schedule ? "schedule" : "run");
    words.config(config).add(file_name(s.workload));
    if (s.plan) {
        words.option("--plan", file_name(*s.plan));
    }
    words.option_if("--cycles", name(s.cycles));
    words.option_if(schedule ? "--method" : "--schedule", s.method);
    words.option_if("--spill", s.spill);
    if (s.search.objective) {
        words.option("--objective", objective_name(*s.search.objective));
    }
    words.option_if("--traffic-budget", s.search.traffic_budget)
        .option_if("--work", s.search.work)
        .option_if("--time-limit", s.search.seconds)
        .option_if("--seed", s.search.seed);
    if (s.contention && !schedule) {
        words.option("--contention", *s.contention ? "on" : "off");
    }
    return words.option_if("--max-cycles", s.max_cycles).text();
}

std::string words_of(const ConfigSource& config, const RooflineRequest& r) {
    return Words("roofline").config(config).add(file_name(r.network)).text();
}

std::string words_of(const ConfigSource& config, const ScalesimRequest& s) {
    Words words("run");
    if (s.cfg.empty()) {
        words.config(config);
    } else {
        words.option("--scalesim-cfg", file_name(s.cfg));
    }
    return words.option("-t", file_name(s.topology)).option("--format", "scalesim").text();
}

std::string words_of(const ConfigSource&, const ArrayRequest& a) {
    Words words("array");
    words.option("--rows", a.array.rows)
        .option("--cols", a.array.cols)
        .option("--dataflow", systole::name(a.array.dataflow))
        .option("--element", systole::name(a.element));
    if (a.gemm) {
        words.option("--m", a.gemm->m).option("--n", a.gemm->n).option("--k", a.gemm->k);
    }
    words.option_if("--weights", a.weights).option_if("--activations", a.activations);
    return words.text();
}

}  // namespace

nlohmann::ordered_json request_json(const RunRequest& request) {
    Json json;
    json["config"] = {{"path", request.config.path},
                      {"text", or_null(request.config.text)},
                      {"overrides", request.config.overrides}};
    json["request"] = std::visit([](const auto& what) { return json_of(what); }, request.what);
    return json;
}

std::string canonical(const RunRequest& request) {
    return json_text(request_json(request));
}

std::string identity(const RunRequest& request) {
    return sha256_of_text(canonical(request));
}

std::string command_line(const RunRequest& request) {
    return std::visit([&](const auto& what) { return words_of(request.config, what); },
                      request.what);
}

}  // namespace systole
