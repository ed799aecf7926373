#include "sim/load/plan_file.h"

#include "sim/core/error.h"
#include "sim/core/output_folder.h"
#include "sim/core/visible_text.h"
#include "sim/load/text_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace systole::load {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSchedule = "_schedule.txt";
constexpr std::string_view kMemory = "_memory.txt";
constexpr std::string_view kSpill = "_spill.txt";
constexpr std::string_view kFamily = "plan";
constexpr const char* kOtherTrace = "; does the plan belong to another trace?";
constexpr std::uint64_t kTooLarge = 0xFFFFFFFFFFFFFFFFu;
constexpr std::uint32_t kNoOffset = 0xFFFFFFFFu;

// A decimal integer. `value` is its magnitude, kTooLarge past 64 bits: out of every range, as a
// negative one is, but an integer all the same, so that the plan is refused and not called
// unreadable.
struct Integer {
    std::uint64_t value = 0;
    bool negative = false;

    bool within(std::uint64_t limit) const { return (!negative || value == 0) && value <= limit; }
};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\v\f";
    const std::size_t first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::optional<Integer> parse_integer(std::string_view text) {
    Integer number;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        number.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (text.empty()) {
        return std::nullopt;
    }
    for (char c : text) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        number.value =
            number.value > kTooLarge / 16 ? kTooLarge : 10 * number.value + std::uint64_t(c - '0');
    }
    return number;
}

// A line without its comment and the blanks around it.
std::string_view content(std::string_view line) {
    return trimmed(line.substr(0, line.find('#')));
}

[[noreturn]] void fail_syntax(const LineReader& lines,
                              std::string_view found,
                              const char* expected) {
    throw_bad_input("plan.syntax",
                    {lines.source().name(), lines.number(), {}},
                    fmt::format("found '{}', expected {}", excerpt(found), expected));
}

// Calls f(buffer, offset, line) for every line "BufId:Offset".
template <class F>
void read_addresses(TextSource& source, const ir::Program& trace, F f) {
    LineReader lines(source);
    std::string_view line;
    while (lines.next(line)) {
        line = content(line);
        if (line.empty()) {
            continue;
        }
        const std::size_t colon = line.find(':');
        std::optional<Integer> label;
        std::optional<Integer> offset;
        if (colon != std::string_view::npos) {
            label = parse_integer(trimmed(line.substr(0, colon)));
            offset = parse_integer(trimmed(line.substr(colon + 1)));
        }
        if (!label || !offset) {
            fail_syntax(lines, line, "BufId:Offset, two integers");
        }
        const auto& labels = trace.buffer_label;
        const auto at = std::lower_bound(labels.begin(), labels.end(), label->value);
        if (!label->within(kTooLarge - 1) || at == labels.end() || *at != label->value) {
            throw_refused("plan.unknown-buffer",
                          {source.name(), lines.number(), {}},
                          fmt::format("the trace has no buffer {}{}",
                                      excerpt(trimmed(line.substr(0, colon))),
                                      kOtherTrace));
        }
        if (!offset->within(ir::kMaxNodeValue)) {
            throw_refused("plan.offset",
                          {source.name(), lines.number(), {}},
                          fmt::format("buffer {} stands at {}, which is no address",
                                      label->value,
                                      excerpt(trimmed(line.substr(colon + 1)))));
        }
        f(static_cast<std::uint32_t>(at - labels.begin()),
          static_cast<std::uint32_t>(offset->value),
          lines.number());
    }
}

std::vector<ir::Spill> read_spills(TextSource& source, const ir::Program& trace, PlanLines& at) {
    at.spill = source.name();
    std::vector<ir::Spill> spills;
    read_addresses(source, trace, [&](std::uint32_t buf, std::uint32_t offset, std::size_t line) {
        spills.push_back({BufId{buf}, offset});
        at.spills.push_back(line_number(line));
    });
    return spills;
}

std::vector<std::uint32_t> read_memory(TextSource& source,
                                       const ir::Program& trace,
                                       PlanLines& at) {
    at.memory = source.name();
    at.offset.assign(trace.buffers(), 0);
    std::vector<std::uint32_t> offsets(trace.buffers(), kNoOffset);
    read_addresses(source, trace, [&](std::uint32_t buf, std::uint32_t offset, std::size_t line) {
        if (offsets[buf] != kNoOffset) {
            throw_refused(
                "plan.duplicate-buffer",
                {source.name(), line, {}},
                fmt::format("buffer {} already has the address {}; a second one comes from "
                            "a spill",
                            trace.buffer_label[buf],
                            offsets[buf]));
        }
        offsets[buf] = offset;
        at.offset[buf] = line_number(line);
    });
    const auto missing = std::find(offsets.begin(), offsets.end(), kNoOffset);
    if (missing != offsets.end()) {
        const auto buf = static_cast<std::size_t>(missing - offsets.begin());
        throw_refused("plan.missing-address",
                      {source.name(), 0, index(trace.alloc[buf])},
                      fmt::format("buffer {} has no address ({} of {} have none){}",
                                  trace.buffer_label[buf],
                                  std::count(missing, offsets.end(), kNoOffset),
                                  offsets.size(),
                                  kOtherTrace));
    }
    return offsets;
}

// Takes the ids of a schedule one by one.
class OrderCollector {
 public:
    OrderCollector(const TextSource& source,
                   std::size_t trace_nodes,
                   std::size_t spills,
                   PlanLines& at)
        : source_(source), trace_nodes_(trace_nodes), spills_(spills), lines_(at.order) {
        order_.reserve(nodes());
        lines_.assign(nodes(), 0);
        at.schedule = source.name();
    }

    std::size_t nodes() const { return trace_nodes_ + 2 * spills_; }

    void add(Integer id, std::string_view text, std::size_t line) {
        if (!id.within(nodes() - 1)) {
            throw_refused("plan.unknown-node",
                          {source_.name(), line, {}},
                          fmt::format("there is no node {}: {} nodes and {} spills make 0..{}{}",
                                      excerpt(text),
                                      trace_nodes_,
                                      spills_,
                                      nodes() - 1,
                                      kOtherTrace));
        }
        if (lines_[id.value] != 0) {
            throw_refused("plan.duplicate-node",
                          {source_.name(), line, id.value},
                          fmt::format("this node stands in the schedule twice, first on line {}",
                                      lines_[id.value]));
        }
        lines_[id.value] = line_number(line);
        order_.push_back(NodeId{static_cast<std::uint32_t>(id.value)});
    }

    ir::Order finish() {
        if (order_.empty()) {
            throw_bad_input("plan.empty",
                            {source_.name(), 0, {}},
                            "the schedule is empty; one node id a line was expected");
        }
        if (order_.size() < nodes()) {
            const auto missing = static_cast<std::size_t>(
                std::find(lines_.begin(), lines_.end(), 0u) - lines_.begin());
            const bool of_a_spill = missing >= trace_nodes_;
            throw_refused("plan.missing-node",
                          {source_.name(), 0, missing},
                          fmt::format("this {} is missing from the schedule, which has {} of {} "
                                      "nodes{}",
                                      of_a_spill ? "node of a spill" : "node",
                                      order_.size(),
                                      nodes(),
                                      kOtherTrace));
        }
        return std::move(order_);
    }

 private:
    const TextSource& source_;
    std::size_t trace_nodes_;
    std::size_t spills_;
    std::vector<std::uint32_t>& lines_;  // by node; 0 until it comes
    ir::Order order_;
};

ir::Order read_schedule(TextSource& source,
                        std::size_t trace_nodes,
                        std::size_t spills,
                        PlanLines& at) {
    OrderCollector order(source, trace_nodes, spills, at);
    LineReader lines(source);
    std::string_view line;
    while (lines.next(line)) {
        // One id a line is the rule; several apart by blanks do no harm.
        for (line = content(line); !line.empty();) {
            const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
            const std::string_view text = line.substr(0, blank);
            const std::optional<Integer> id = parse_integer(text);
            if (!id) {
                fail_syntax(lines, line, "a node id");
            }
            order.add(*id, text, lines.number());
            line = trimmed(line.substr(blank));
        }
    }
    return order.finish();
}

std::string in_folder(const std::string& dir, const std::string& name, std::string_view file) {
    return (fs::path(dir) / (name + std::string(file))).string();
}

// The case whose plan to read from `dir`: the one asked for, else the only one there.
std::string find_case(const std::string& dir, const std::string& wanted) {
    std::error_code error;
    if (fs::exists(in_folder(dir, wanted, kSchedule), error)) {
        return wanted;
    }
    std::vector<std::string> found;
    for (fs::directory_iterator it(dir, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.size() > kSchedule.size() &&
            name.compare(name.size() - kSchedule.size(), kSchedule.size(), kSchedule) == 0) {
            found.push_back(name.substr(0, name.size() - kSchedule.size()));
        }
    }
    if (error) {
        throw_bad_input(
            "plan.open", {dir, 0, {}}, fmt::format("cannot open this folder: {}", error.message()));
    }
    if (found.size() != 1) {
        std::sort(found.begin(), found.end());
        throw_bad_input(
            "plan.open",
            {dir, 0, {}},
            fmt::format(
                "the folder has no {}{} and {}",
                wanted,
                kSchedule,
                found.empty()
                    ? "no other plan"
                    : fmt::format("plans of several other cases: {}",
                                  excerpt(fmt::format("{}", fmt::join(found, ", ")), 200))));
    }
    return found.front();
}

}  // namespace

ir::Plan read_plan(TextSource schedule,
                   TextSource memory,
                   std::optional<TextSource> spill,
                   const ir::Program& trace,
                   PlanLines* lines) {
    PlanLines kept;
    PlanLines& at = lines == nullptr ? kept : *lines;
    ir::Plan plan;
    if (spill) {
        plan.spills = read_spills(*spill, trace, at);
    }
    plan.order = read_schedule(schedule, trace.nodes(), plan.spills.size(), at);
    plan.offset = read_memory(memory, trace, at);
    return plan;
}

ir::Plan read_plan(const std::string& dir,
                   const std::string& case_name,
                   const ir::Program& trace,
                   PlanLines* lines,
                   InputFiles* log) {
    const std::string name = find_case(dir, case_name);
    const auto open = [&](std::string_view file) {
        return TextSource::open(in_folder(dir, name, file), kFamily, log);
    };
    TextSource schedule = open(kSchedule);
    TextSource memory = open(kMemory);
    std::error_code ignored;
    if (!fs::exists(in_folder(dir, name, kSpill), ignored)) {
        throw_bad_input("plan.open",
                        {in_folder(dir, name, kSpill), 0, {}},
                        fmt::format("there is no such file beside {}{}; a plan has three files: if "
                                    "it spills nothing, create this one empty",
                                    name,
                                    kSchedule));
    }
    return read_plan(std::move(schedule), std::move(memory), open(kSpill), trace, lines);
}

std::vector<std::string> plan_files(const std::string& dir, const std::string& case_name) {
    return written_plan_files(dir, find_case(dir, case_name));
}

std::vector<std::string> written_plan_files(const std::string& dir, const std::string& case_name) {
    return {in_folder(dir, case_name, kSchedule),
            in_folder(dir, case_name, kMemory),
            in_folder(dir, case_name, kSpill)};
}

void write_plan(const ir::Plan& plan,
                const ir::Program& trace,
                const std::string& dir,
                const std::string& case_name,
                OutputSet& out) {
    create_output_folder(dir);
    const std::vector<std::string> paths = written_plan_files(dir, case_name);
    OutputFile& schedule = out.open(paths[0]);
    OutputFile& memory = out.open(paths[1]);
    OutputFile& spill = out.open(paths[2]);

    TextWriter order([&](std::string_view text) { schedule.write(text); });
    for (NodeId v : plan.order) {
        fmt::format_to(order.out(), FMT_COMPILE("{}\n"), index(v));
        order.end_item();
    }
    order.flush();

    TextWriter offsets([&](std::string_view text) { memory.write(text); });
    for (std::size_t b = 0; b < plan.offset.size(); ++b) {
        fmt::format_to(
            offsets.out(), FMT_COMPILE("{}:{}\n"), trace.buffer_label[b], plan.offset[b]);
        offsets.end_item();
    }
    offsets.flush();

    TextWriter spills([&](std::string_view text) { spill.write(text); });
    for (const ir::Spill& s : plan.spills) {
        fmt::format_to(
            spills.out(), FMT_COMPILE("{}:{}\n"), trace.buffer_label[index(s.buf)], s.new_offset);
        spills.end_item();
    }
    spills.flush();
}

void write_plan(const ir::Plan& plan,
                const ir::Program& trace,
                const std::string& dir,
                const std::string& case_name) {
    OutputSet out;
    write_plan(plan, trace, dir, case_name, out);
    out.commit();
}

}  // namespace systole::load
