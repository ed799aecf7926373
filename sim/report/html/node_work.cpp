#include "sim/report/html/node_work.h"

#include "sim/core/json_text.h"

#include <nlohmann/json.hpp>

namespace systole::report::html {

void NodeWork::add(NodeId node) {
    const std::size_t i = index(node);
    if (i >= program_.work.size() || program_.work[i].kind == ir::WorkKind::kNone) {
        layer_.add(std::uint32_t{0});
        shape_.add(std::uint32_t{0});
        return;
    }
    const ir::Work& work = program_.work[i];
    const Shape shape(work.kind, work.operand, work.m, work.n, work.k);
    const auto [known, is_new] =
        known_.emplace(shape, static_cast<std::uint32_t>(shapes_.size() + 1));
    if (is_new) {
        shapes_.push_back(shape);
    }
    layer_.add(work.layer + 1);
    shape_.add(known->second);
}

std::string NodeWork::shapes_json() const {
    using Json = nlohmann::json;
    Json list = Json::array();
    for (const auto& [kind, operand, m, n, k] : shapes_) {
        switch (kind) {
            case ir::WorkKind::kMatmul:
                list.push_back(Json::array({"matmul", m, n, k}));
                break;
            case ir::WorkKind::kVector:
                list.push_back(Json::array({"vector", m, k}));
                break;
            case ir::WorkKind::kMove:
                list.push_back(Json::array({"move", m, n, name(operand)}));
                break;
            case ir::WorkKind::kNone:
                break;
        }
    }
    return json_text(list);
}

}  // namespace systole::report::html
