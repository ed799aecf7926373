#include "sim/model/routes.h"

#include "sim/core/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <vector>

namespace systole::model {
namespace {

// Bit 0 is DDR, bit 1 + t is tier t.
using Places = std::bitset<kTierCount + 1>;

Places places_of(const ir::Program& program, std::size_t v) {
    Places places;
    places[0] = program.op_access[program.op[v]] != ir::DdrAccess::kNone;
    for (const BufId b : program.bufs[v]) {
        places[1 + index(program.tier[index(b)])] = true;
    }
    return places;
}

std::string text_of(const Places& places) {
    std::vector<std::string_view> names;
    if (places[0]) {
        names.emplace_back("DDR");
    }
    for (const Tier t : kTiers) {
        if (places[1 + index(t)]) {
            names.push_back(name(t));
        }
    }
    return fmt::format("{}", fmt::join(names, "+"));
}

}  // namespace

void check_routes(const ir::Program& program, const config::ArchConfig& config) {
    if (!config.routes.strict) {
        return;
    }
    constexpr std::size_t kRoutes = 1u << (kTierCount + 1);
    PerPipe<std::array<bool, kRoutes>> known{};
    for (const Pipe p : kPipes) {
        for (std::size_t bits = 0; bits < kRoutes; ++bits) {
            const auto& allowed = config.routes.allowed[p];
            known[p][bits] =
                std::find(allowed.begin(), allowed.end(), text_of(Places(bits))) != allowed.end();
        }
    }
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        if (program.kind[v] != ir::NodeKind::kOperation || program.bufs[v].empty()) {
            continue;
        }
        const Pipe p = program.pipe[v];
        const Places places = places_of(program, v);
        if (!known[p][places.to_ulong()]) {
            const NodeId node{static_cast<std::uint32_t>(v)};
            throw_refused("model.route",
                          {program.file, program.line_of(node), v},
                          fmt::format("{} has no route {} for {}; it has {} (routes.{} of {}; "
                                      "routes.strict is on)",
                                      name(p),
                                      text_of(places),
                                      program.op_name(node),
                                      fmt::join(config.routes.allowed[p], ", "),
                                      name(p),
                                      config.file));
        }
    }
}

}  // namespace systole::model
