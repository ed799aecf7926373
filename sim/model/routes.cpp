#include "sim/model/routes.h"

#include "sim/config/route.h"
#include "sim/core/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace systole::model {
namespace {

config::Route route_of(const ir::Program& program, std::size_t v) {
    unsigned route =
        program.op_access[program.op[v]] != ir::DdrAccess::kNone ? config::kRouteDdr : 0u;
    for (const BufId b : program.bufs[v]) {
        route |= config::route_place(program.tier[index(b)]);
    }
    return static_cast<config::Route>(route);
}

}  // namespace

void check_routes(const ir::Program& program, const config::ArchConfig& config) {
    if (!config.routes.strict) {
        return;
    }
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        if (program.kind[v] != ir::NodeKind::kOperation || program.bufs[v].empty()) {
            continue;
        }
        const Pipe p = program.pipe[v];
        const config::Route route = route_of(program, v);
        const std::vector<config::Route>& allowed = config.routes.allowed[p];
        if (std::find(allowed.begin(), allowed.end(), route) == allowed.end()) {
            std::vector<std::string> known;
            for (const config::Route r : allowed) {
                known.push_back(config::route_text(r));
            }
            const NodeId node{static_cast<std::uint32_t>(v)};
            throw_refused("model.route",
                          {program.file, program.line_of(node), v},
                          fmt::format("{} has no route {} for {}; it has {} (routes.{} of {}; "
                                      "routes.strict is on)",
                                      name(p),
                                      config::route_text(route),
                                      program.op_name(node),
                                      fmt::join(known, ", "),
                                      name(p),
                                      config.file));
        }
    }
}

}  // namespace systole::model
