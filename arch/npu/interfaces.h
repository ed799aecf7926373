#pragma once

#include "arch/npu/core_program.h"
#include "sim/core/ids.h"
#include "sim/core/span.h"

#include <systemc>

namespace systole::arch {

// Takes note that a node has ended, now. `lost`: by how many cycles others at the DDR and at ports
// made it longer.
class DispatchIf : public virtual sc_core::sc_interface {
 public:
    virtual void node_started(NodeId node) = 0;
    virtual void node_ended(NodeId node, Cycles lost) = 0;
    virtual bool is_released(NodeId node) const = 0;
};

// Told when a node of its queue has nothing left to wait for but the pipe.
class PipeIf : public virtual sc_core::sc_interface {
 public:
    virtual void node_released(NodeId node) = 0;
};

// Runs one node at a time; tells EngineOwnerIf when it has ended.
class EngineIf : public virtual sc_core::sc_interface {
 public:
    virtual void execute(NodeId node) = 0;
};

class EngineOwnerIf : public virtual sc_core::sc_interface {
 public:
    virtual void engine_ended(NodeId node, Cycles lost) = 0;
};

// Who is told when ports have served a request, and how many cycles it had taken without others.
class PortClient {
 public:
    virtual void ports_served(Cycles alone) = 0;

 protected:
    ~PortClient() = default;
};

// A scratchpad as the dispatcher and the engines see it. Every call names the node for error
// messages. A call that finds the plan illegal throws Error{kRefused, "arch...."} with cycle and
// node.
class ScratchpadIf : public virtual sc_core::sc_interface {
 public:
    virtual void open(NodeId node, const Window& window) = 0;
    virtual void close(NodeId node, const Window& window) = 0;
    virtual void begin_access(NodeId node, const Window& window) = 0;
    virtual void end_access(NodeId node, const Window& window) = 0;
    // Contention on: streams of the engine on `pipe`, side by side; one request per engine at a
    // time.
    virtual void request_ports(Pipe pipe, Span<Stream> streams, PortClient& client) = 0;
};

}  // namespace systole::arch
