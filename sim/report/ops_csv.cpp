#include "sim/report/ops_csv.h"

#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/report/csv_field.h"
#include "sim/report/executed_node.h"
#include "sim/report/line_buffer.h"

#include <vector>

namespace systole::report {
namespace {

// Lists are separated by blanks, so that no field needs quoting.
template <class Put>
void put_list(LineBuffer& out, Span<ResId> residencies, Put put) {
    out << ',';
    for (std::size_t i = 0; i < residencies.size(); ++i) {
        if (i > 0) {
            out << ' ';
        }
        put(residencies[i]);
    }
}

}  // namespace

void write_ops_csv(const RunResult& report, OutputFile& file, CsvNames names) {
    const ir::ExecGraph& graph = report.graph;
    const ir::Program& program = *report.program;
    SYSTOLE_INVARIANT(report.waits.size() == graph.nodes(), "every node has its waits");

    std::vector<std::string> ops;
    for (const std::string& name : program.op_names) {
        ops.push_back(csv_field(name, names));
    }
    LineBuffer out(file);
    out << "position,id,op,pipe,cycles,start,end,wait_dependency,wait_address,contention,"
           "buffers,tiers,offsets";
    out.end_line();
    for (std::size_t position = 0; position < graph.order.size(); ++position) {
        const NodeId v = graph.order[position];
        const std::size_t i = index(v);
        const model::NodeWait& wait = report.waits[i];
        out << position << ',' << i << ',';
        out << (i < graph.trace_nodes ? std::string_view(ops[program.op[i]])
                                      : op_name(program, graph, v));
        out << ',';
        if (graph.pipe[i] != Pipe::kNone) {
            out << name(graph.pipe[i]);
        }
        out << ',' << graph.cycles[i] << ',' << report.timeline.start[i] << ','
            << report.timeline.end[i] << ',' << wait.dependency << ',' << wait.address << ','
            << wait.contention;
        const Span<ResId> residencies = residencies_of(graph, v);
        const auto of = [&](ResId r) -> const ir::Residency& {
            return graph.residencies[index(r)];
        };
        put_list(out, residencies, [&](ResId r) { out << program.buffer_label[index(of(r).buf)]; });
        put_list(out, residencies, [&](ResId r) { out << name(of(r).tier); });
        put_list(out, residencies, [&](ResId r) { out << of(r).lo; });
        out.end_line();
    }
    out.flush();
}

}  // namespace systole::report
