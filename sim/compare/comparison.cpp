#include "sim/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

namespace systole::compare {
namespace {

using store::Better;
using store::Value;

std::optional<double> number(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return *real;
    }
    return std::nullopt;
}

struct Part {
    const char* name;
    Cycles model::PipeAccount::*member;
};
constexpr Part kParts[] = {{"busy", &model::PipeAccount::busy},
                           {"dependency", &model::PipeAccount::dependency},
                           {"address", &model::PipeAccount::address},
                           {"contention", &model::PipeAccount::contention},
                           {"drained", &model::PipeAccount::drained}};

std::int64_t difference(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(b - a);
}

// Layers of one name are told apart by how many came before.
std::vector<std::string> layer_names(const store::Point& point) {
    std::map<std::string, int> seen;
    std::vector<std::string> names;
    for (const store::LayerRow& layer : point.layers) {
        const int before = seen[layer.name]++;
        names.push_back(before == 0 ? layer.name : fmt::format("{}#{}", layer.name, before + 1));
    }
    return names;
}

class Joiner {
 public:
    explicit Joiner(Comparison& result) : result_(result) {}

    void join(const PointPair& pair) {
        pair_ = pair;
        if (pair.a->status != store::Status::kOk || pair.b->status != store::Status::kOk) {
            for (const char side : {'a', 'b'}) {
                const store::Point& point = side == 'a' ? *pair.a : *pair.b;
                if (point.status != store::Status::kOk) {
                    miss("result: " + point.rule, side);
                }
            }
            return;
        }
        metrics();
        pipes();
        layers();
    }

 private:
    void miss(std::string what, char side) {
        result_.missing.push_back({pair_.workload, pair_.point, std::move(what), side});
    }

    void add(std::string metric,
             std::string_view unit,
             Better better,
             std::optional<double> a,
             std::optional<double> b) {
        if (a && b) {
            result_.changes.push_back(
                {pair_.workload, pair_.point, std::move(metric), std::string(unit), better, a, b});
        } else if (a || b) {
            miss(std::move(metric), a ? 'b' : 'a');
        }
    }

    void metrics() {
        for (std::size_t i = 0; i < store::metric_table().size(); ++i) {
            const store::Metric& metric = store::metric_table()[i];
            add(std::string(metric.name),
                metric.unit,
                metric.better,
                number(pair_.a->metrics[i]),
                number(pair_.b->metrics[i]));
        }
    }

    void pipes() {
        if (pair_.a->accounting.has_value() != pair_.b->accounting.has_value()) {
            miss("accounting", pair_.a->accounting ? 'b' : 'a');
        }
        if (!pair_.a->accounting || !pair_.b->accounting) {
            return;
        }
        for (const Pipe pipe : kPipes) {
            for (const Part& part : kParts) {
                add(fmt::format("{}.{}", part.name, name(pipe)),
                    "cycles",
                    Better::kNeither,
                    static_cast<double>((*pair_.a->accounting)[pipe].*part.member),
                    static_cast<double>((*pair_.b->accounting)[pipe].*part.member));
            }
        }
    }

    void layers() {
        std::map<std::string, const store::LayerRow*> in_b;
        const std::vector<std::string> names_a = layer_names(*pair_.a);
        const std::vector<std::string> names_b = layer_names(*pair_.b);
        for (std::size_t i = 0; i < names_b.size(); ++i) {
            in_b[names_b[i]] = &pair_.b->layers[i];
        }
        for (std::size_t i = 0; i < names_a.size(); ++i) {
            const auto found = in_b.find(names_a[i]);
            if (found == in_b.end()) {
                miss("layer." + names_a[i], 'b');
                continue;
            }
            layer("layer." + names_a[i] + ".", pair_.a->layers[i], *found->second);
            in_b.erase(found);
        }
        for (const std::string& name : names_b) {
            if (in_b.count(name) == 1) {
                miss("layer." + name, 'a');
            }
        }
    }

    void layer(const std::string& prefix, const store::LayerRow& a, const store::LayerRow& b) {
        const auto whole =
            [&](const char* metric, const char* unit, std::uint64_t x, std::uint64_t y) {
                add(prefix + metric,
                    unit,
                    Better::kSmaller,
                    static_cast<double>(x),
                    static_cast<double>(y));
            };
        whole("cycles", "cycles", a.cycles, b.cycles);
        whole("macs", "", a.macs, b.macs);
        whole("ddr_read", "bytes", a.ddr_read, b.ddr_read);
        whole("ddr_write", "bytes", a.ddr_write, b.ddr_write);
        add(prefix + "energy_pj", "pJ", Better::kSmaller, a.energy_pj, b.energy_pj);
    }

    Comparison& result_;
    PointPair pair_;
};

std::map<std::string, std::vector<const SidePoint*>> by_workload(const Side& side) {
    std::map<std::string, std::vector<const SidePoint*>> result;
    for (const SidePoint& point : side.points) {
        result[point.result.workload].push_back(&point);
    }
    return result;
}

}  // namespace

double Change::relative() const {
    if (a == b) {
        return 0;
    }
    return *a == 0 ? std::copysign(std::numeric_limits<double>::infinity(), absolute())
                   : absolute() / std::abs(*a);
}

double Change::worsening() const {
    return better == store::Better::kLarger    ? -relative()
           : better == store::Better::kSmaller ? relative()
                                               : 0;
}

bool Comparison::equal() const {
    return missing.empty() && std::all_of(changes.begin(), changes.end(), [](const Change& change) {
               return change.same();
           });
}

Comparison compare(const Side& a, const Side& b) {
    Comparison result;
    result.name_a = a.name;
    result.name_b = b.name;
    const auto in_a = by_workload(a);
    auto in_b = by_workload(b);
    for (const auto& [workload, points] : in_a) {
        const auto found = in_b.find(workload);
        if (found == in_b.end()) {
            result.missing.push_back({workload, "", "workload", 'b'});
            continue;
        }
        if (points.size() == 1 && found->second.size() == 1) {
            result.pairs.push_back(
                {workload, points[0]->point, &points[0]->result, &found->second[0]->result});
        } else {
            std::map<std::string, const SidePoint*> named;
            for (const SidePoint* point : found->second) {
                named[point->point] = point;
            }
            for (const SidePoint* point : points) {
                const auto other = named.find(point->point);
                if (other == named.end()) {
                    result.missing.push_back({workload, point->point, "point", 'b'});
                } else {
                    result.pairs.push_back(
                        {workload, point->point, &point->result, &other->second->result});
                    named.erase(other);
                }
            }
            for (const auto& [name, point] : named) {
                result.missing.push_back({workload, name, "point", 'a'});
            }
        }
        in_b.erase(found);
    }
    for (const auto& [workload, points] : in_b) {
        result.missing.push_back({workload, "", "workload", 'a'});
    }
    Joiner joiner(result);
    for (const PointPair& pair : result.pairs) {
        joiner.join(pair);
    }
    std::stable_sort(
        result.changes.begin(), result.changes.end(), [](const Change& x, const Change& y) {
            return x.worsening() > y.worsening();
        });
    return result;
}

std::string cause(const PointPair& pair) {
    if (!pair.a->accounting || !pair.b->accounting) {
        return "";
    }
    std::string text;
    const std::vector<std::string> names_a = layer_names(*pair.a);
    const std::vector<std::string> names_b = layer_names(*pair.b);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < names_a.size(); ++i) {
        const auto found = std::find(names_b.begin(), names_b.end(), names_a[i]);
        if (found == names_b.end()) {
            continue;
        }
        const auto j = static_cast<std::size_t>(found - names_b.begin());
        const std::int64_t change = difference(pair.a->layers[i].cycles, pair.b->layers[j].cycles);
        if (std::abs(change) > std::abs(most)) {
            most = change;
            text = fmt::format("most in layer {} ({:+} cycles); ", names_a[i], change);
        }
    }
    // The pipe one of whose parts moved most, drained set aside: that is what the others leave.
    Pipe moved = Pipe::kMTE1;
    std::int64_t largest = 0;
    for (const Pipe pipe : kPipes) {
        for (const Part& part : kParts) {
            const std::int64_t change = difference((*pair.a->accounting)[pipe].*part.member,
                                                   (*pair.b->accounting)[pipe].*part.member);
            const bool rest = part.member == &model::PipeAccount::drained ||
                              part.member == &model::PipeAccount::dependency;
            const std::int64_t weight = rest ? std::abs(change) / 2 : std::abs(change);
            if (weight > largest) {
                largest = weight;
                moved = pipe;
            }
        }
    }
    if (largest == 0) {
        return text.empty() ? "" : text.substr(0, text.size() - 2);
    }
    text += fmt::format("{}:", name(moved));
    bool first = true;
    for (const Part& part : kParts) {
        const std::int64_t change = difference((*pair.a->accounting)[moved].*part.member,
                                               (*pair.b->accounting)[moved].*part.member);
        if (change != 0) {
            text += fmt::format("{} {} {:+}", first ? "" : ",", part.name, change);
            first = false;
        }
    }
    return text + " cycles";
}

}  // namespace systole::compare
