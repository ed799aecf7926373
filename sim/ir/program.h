#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/ir/csr.h"
#include "sim/ir/work.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace systole::ir {

// What a node is to the memory: it opens a buffer, closes it, or works on buffers that are open.
enum class NodeKind : std::uint8_t { kAlloc, kFree, kOperation };

// The side of DDR that an operation is on, by its name: COPY_IN reads, COPY_OUT writes, no other
// reaches it.
enum class DdrAccess : std::uint8_t { kNone, kRead, kWrite };

// An edge of the trace, as written: `from` ends before `to` starts.
struct Edge {
    NodeId from;
    NodeId to;
};

// The operator-level DAG of one kernel on one core. Structure of arrays, indexed by NodeId or
// BufId; plain data, immutable once a reader or a generator has finished it (`load/trace_check`
// proves the facts of well-formed traces). Nodes are 0..nodes-1; buffers are 0..buffers-1 in rising
// order of the BufId the file gave them (`buffer_label`).
struct Program {
    std::string file;  // where it came from, for messages; a generator puts its own command there

    // Per node.
    std::vector<NodeKind> kind;
    std::vector<Pipe> pipe;             // kNone for ALLOC and FREE
    std::vector<std::uint16_t> op;      // index into op_names
    std::vector<std::uint32_t> cycles;  // 0 for ALLOC and FREE
    std::vector<std::uint32_t> line;    // 1-based line in `file`; empty when there is none
    Csr<BufId> bufs;  // an operation's Bufs as listed, each once; the one buffer of ALLOC / FREE
    std::vector<std::string> op_names;  // distinct Op names, [0] = "ALLOC", [1] = "FREE"
    std::vector<DdrAccess> op_access;   // per Op name

    // Per buffer.
    std::vector<std::uint32_t> size;          // units
    std::vector<Tier> tier;                   // home tier
    std::vector<NodeId> alloc;                // its ALLOC
    std::vector<NodeId> free;                 // its FREE
    std::vector<bool> backed;                 // listed by a COPY_IN: its content already is in DDR
    std::vector<std::uint64_t> buffer_label;  // the BufId of the file

    // Edges, in both directions, each row in file order.
    Csr<NodeId> succ;
    Csr<NodeId> pred;

    // Shapes, where the trace has them: `work` per node, or empty; `layers` in execution order.
    std::vector<Work> work;
    std::vector<LayerWork> layers;
    ElementType element = ElementType::kInt8;  // type of the operands; meaningful with `work`

    std::size_t nodes() const { return kind.size(); }
    std::size_t buffers() const { return size.size(); }
    std::size_t edges() const { return succ.values.size(); }
    std::uint32_t line_of(NodeId v) const { return line.empty() ? 0 : line[index(v)]; }
    const std::string& op_name(NodeId v) const { return op_names[op[index(v)]]; }
    DdrAccess ddr_access(NodeId v) const { return op_access[op[index(v)]]; }

    // Gives a new Op name its number; what it does to DDR is decided here and nowhere else.
    std::uint16_t add_op(std::string_view name);
};

inline constexpr std::uint16_t kOpAlloc = 0;
inline constexpr std::uint16_t kOpFree = 1;

// Largest Size and Cycles a node may have, so that sums over any trace stay far inside 64 bits.
inline constexpr std::uint64_t kMaxNodeValue = 0x7FFFFFFFu;

}  // namespace systole::ir
