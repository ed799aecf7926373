#include "sim/report/perfetto.h"

#include "sim/core/error.h"
#include "sim/core/json_text.h"
#include "sim/core/output_file.h"
#include "sim/report/executed_node.h"
#include "sim/report/line_buffer.h"
#include "sim/report/trace_events.h"

#include <nlohmann/json.hpp>

#include <array>
#include <vector>

namespace systole::report {
namespace {

using Kind = TraceEvent::Kind;

constexpr unsigned kPipeProcess = 1;
constexpr unsigned kTierProcess = 2;

std::string json_string(std::string_view text) {
    // Paths need not be UTF-8; a report must be.
    return json_text(nlohmann::json(text));
}

// Thread ids start at 1: viewers take 0 for "no thread".
unsigned thread_of(Pipe pipe) {
    return static_cast<unsigned>(index(pipe)) + 1;
}

class Writer {
 public:
    Writer(const RunResult& report, OutputFile& file) : report_(report), out_(file) {
        for (const std::string& name : report.program->op_names) {
            op_names_.push_back(json_string(name));
        }
        position_.resize(report.graph.nodes());
        for (std::size_t i = 0; i < report.graph.order.size(); ++i) {
            position_[index(report.graph.order[i])] = static_cast<std::uint32_t>(i);
        }
    }

    void write() {
        out_ << R"({"displayTimeUnit":"ns","otherData":)" << facts() << R"(,"traceEvents":[)";
        out_.end_line();
        name_tracks();
        for (const TraceEvent& event :
             trace_events(report_.graph, report_.timeline, report_.config.clock_mhz)) {
            switch (event.kind) {
                case Kind::kSlice:
                    put_slice(event);
                    break;
                case Kind::kArrowOut:
                case Kind::kArrowIn:
                    put_arrow(event);
                    break;
                case Kind::kCounter:
                    put_counter(event);
                    break;
            }
        }
        out_.end_line();
        out_ << "]}";
        out_.end_line();
        out_.flush();
    }

 private:
    std::string facts() const {
        nlohmann::ordered_json facts;
        facts["schema"] = "systole.timeline/1";
        facts["workload"] = report_.workload;
        facts["config"] = report_.config.name;
        facts["schedule"] = report_.method;
        facts["spill_rule"] = report_.spill;
        facts["clock_mhz"] = report_.config.clock_mhz;
        facts["makespan_cycles"] = report_.timeline.makespan;
        facts["version"] = report_.provenance.version;
        facts["command"] = report_.provenance.command;
        return json_text(facts);
    }

    LineBuffer& begin_event() {
        if (!first_) {
            out_ << ',';
            out_.end_line();
        }
        first_ = false;
        return out_;
    }

    void put_metadata(std::string_view what,
                      unsigned process,
                      unsigned thread,
                      std::string_view key,
                      std::string_view value) {
        begin_event() << R"({"ph":"M","name":")" << what << R"(","pid":)" << process << R"(,"tid":)"
                      << thread << R"(,"args":{")" << key << R"(":)" << value << "}}";
    }

    void name_tracks() {
        const std::string run = report_.workload + " on " + report_.config.name;
        put_metadata("process_name", kPipeProcess, 0, "name", json_string(run + ": pipes"));
        put_metadata("process_sort_index", kPipeProcess, 0, "sort_index", "1");
        put_metadata("process_name", kTierProcess, 0, "name", json_string(run + ": scratchpads"));
        put_metadata("process_sort_index", kTierProcess, 0, "sort_index", "2");
        for (const Pipe p : kPipes) {
            const unsigned thread = thread_of(p);
            put_metadata("thread_name", kPipeProcess, thread, "name", json_string(name(p)));
            put_metadata(
                "thread_sort_index", kPipeProcess, thread, "sort_index", std::to_string(thread));
        }
    }

    // Nanoseconds as the microseconds the format asks for.
    void put_time(std::string_view key, Nanoseconds time) {
        out_ << R"(,")" << key << R"(":)" << time / 1000 << '.';
        const auto fraction = static_cast<unsigned>(time % 1000);
        out_ << static_cast<char>('0' + fraction / 100)
             << static_cast<char>('0' + fraction / 10 % 10)
             << static_cast<char>('0' + fraction % 10);
    }

    void put_slice(const TraceEvent& event) {
        const ir::ExecGraph& graph = report_.graph;
        const NodeId v{event.id};
        const std::size_t i = event.id;
        begin_event() << R"({"ph":"X","name":)";
        if (i < graph.trace_nodes) {
            out_ << op_names_[report_.program->op[i]] << R"(,"cat":"op")";
        } else {
            out_ << '"' << op_name(*report_.program, graph, v) << R"(","cat":"spill")";
        }
        out_ << R"(,"pid":)" << kPipeProcess << R"(,"tid":)" << thread_of(graph.pipe[i]);
        put_time("ts", event.time);
        put_time("dur", event.value);
        const model::NodeWait& wait = report_.waits[i];
        out_ << R"(,"args":{"id":)" << i << R"(,"position":)" << position_[i] << R"(,"start":)"
             << report_.timeline.start[i] << R"(,"cycles":)" << graph.cycles[i]
             << R"(,"wait_dependency":)" << wait.dependency << R"(,"wait_address":)" << wait.address
             << R"(,"contention":)" << wait.contention << R"(,"buffers":")";
        bool first = true;
        for (const ResId r : residencies_of(graph, v)) {
            const ir::Residency& res = graph.residencies[index(r)];
            out_ << (first ? "" : ", ") << report_.program->buffer_label[index(res.buf)] << ' '
                 << name(res.tier) << '[' << res.lo << ',' << res.hi << ')';
            first = false;
        }
        out_ << R"("}})";
    }

    void put_arrow(const TraceEvent& event) {
        const bool out = event.kind == Kind::kArrowOut;
        begin_event() << R"({"ph":")" << (out ? 's' : 'f') << R"(","name":"spill")"
                      << R"(,"cat":"spill","id":)" << event.id << R"(,"pid":)" << kPipeProcess
                      << R"(,"tid":)" << thread_of(out ? Pipe::kMTE3 : Pipe::kMTE2);
        put_time("ts", event.time);
        out_ << (out ? "}" : R"(,"bp":"e"})");
    }

    void put_counter(const TraceEvent& event) {
        begin_event() << R"({"ph":"C","name":")" << kTierNames[event.id] << R"(","pid":)"
                      << kTierProcess << R"(,"tid":0)";
        put_time("ts", event.time);
        out_ << R"(,"args":{"units":)" << event.value << "}}";
    }

    const RunResult& report_;
    LineBuffer out_;
    std::vector<std::string> op_names_;    // as JSON strings
    std::vector<std::uint32_t> position_;  // of a node in the order
    bool first_ = true;
};

}  // namespace

void write_perfetto(const RunResult& report, OutputFile& file) {
    SYSTOLE_INVARIANT(report.waits.size() == report.graph.nodes(), "every node has its waits");
    Writer(report, file).write();
}

}  // namespace systole::report
