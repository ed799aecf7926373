#include "sim/plan/place/fit_check.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace systole::place {

using ir::NodeKind;
using ir::Program;

void check_fits(const Program& program, const config::ArchConfig& config) {
    const auto refuse = [&](std::size_t v, Tier tier, Units need, const std::string& what) {
        const std::uint64_t capacity = config.tiers[tier].capacity;
        throw_refused("place.does-not-fit",
                      {program.file, program.line_of(NodeId{static_cast<std::uint32_t>(v)}), v},
                      fmt::format("{} {} units of {}, which has {}: {} units do not fit",
                                  what,
                                  need,
                                  name(tier),
                                  capacity,
                                  need - capacity));
    };
    for (std::size_t b = 0; b < program.buffers(); ++b) {
        if (program.size[b] > config.tiers[program.tier[b]].capacity) {
            refuse(index(program.alloc[b]),
                   program.tier[b],
                   program.size[b],
                   fmt::format("buffer {} needs", program.buffer_label[b]));
        }
    }
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        if (program.kind[v] != NodeKind::kOperation) {
            continue;
        }
        PerTier<Units> need{};
        const Span<BufId> bufs = program.bufs[v];
        for (std::size_t i = 0; i < bufs.size(); ++i) {
            if (std::find(bufs.begin(), bufs.begin() + i, bufs[i]) == bufs.begin() + i) {
                need[program.tier[index(bufs[i])]] += program.size[index(bufs[i])];
            }
        }
        for (const Tier t : kTiers) {
            if (need[t] > config.tiers[t].capacity) {
                refuse(v, t, need[t], "the operation's buffers need together");
            }
        }
    }
}

}  // namespace systole::place
