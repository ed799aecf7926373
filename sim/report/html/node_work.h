#pragma once

#include "sim/report/html/column.h"
#include "sim/result/run_result.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace systole::report::html {

// What the nodes of a trace with shapes do, as the page reads it: of each node its layer and the
// place of its shape in a list of the distinct ones, few where a network is tiled.
class NodeWork {
 public:
    explicit NodeWork(const RunResult& report) : program_(*report.program) {}

    // The next node; spill transfers, and nodes without a shape, have layer and shape 0.
    void add(NodeId node);

    // 1 + index into the report's layers; 1 + index into shapes_json.
    const Column& layer() const { return layer_; }
    const Column& shape() const { return shape_; }
    // [["matmul", m, n, k], ["vector", elements, operations each], ["move", rows, bytes a row,
    // operand], ...] in the order nodes brought them.
    std::string shapes_json() const;

 private:
    using Shape = std::tuple<ir::WorkKind, Operand, std::uint32_t, std::uint32_t, std::uint32_t>;

    const ir::Program& program_;
    Column layer_;
    Column shape_;
    std::map<Shape, std::uint32_t> known_;
    std::vector<Shape> shapes_;
};

}  // namespace systole::report::html
