#pragma once

#include "arch/npu/core_program.h"
#include "sim/core/ids.h"

#include <systemc>

namespace systole::arch {

// Takes note that a node has ended, now.
class DispatchIf : public virtual sc_core::sc_interface {
 public:
    virtual void node_started(NodeId node) = 0;
    virtual void node_ended(NodeId node) = 0;
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
    virtual void engine_ended(NodeId node) = 0;
};

// Who is told when a port has served a request.
class PortClient {
 public:
    virtual void port_served() = 0;

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
    // Contention on: `units` of traffic for the engine on `pipe`, as one run of addresses from unit
    // `first` on; one request per engine at a time. Port time is at most `alone` cycles: a node's
    // own cycles say what an engine gets through when alone.
    virtual void request_port(
        Pipe pipe, Units first, Units units, Cycles alone, PortClient& client) = 0;
};

}  // namespace systole::arch
