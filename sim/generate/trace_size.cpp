#include "sim/generate/trace_size.h"

#include "sim/core/error.h"

#include <fmt/format.h>

namespace systole::generate {
namespace {

constexpr std::uint64_t kMostPerTrace = 0xFFFFFFFEu;

// The largest value means "at least that many".
std::string readable(Count count) {
    return count.value() == UINT64_MAX ? "more than 10^19" : fmt::format("{}", count.value());
}

}  // namespace

void require_possible(const TraceSize& size, std::string_view kernel) {
    const Count listings = 2 * size.buffers + size.listed;
    if (size.nodes().value() <= kMostPerTrace && size.edges().value() <= kMostPerTrace &&
        listings.value() <= kMostPerTrace) {
        return;
    }
    throw_bad_input("generate.size",
                    {},
                    fmt::format("{}: the trace would have {} nodes and {} edges, but it can have "
                                "at most {} of each; choose smaller counts",
                                kernel,
                                readable(size.nodes()),
                                readable(size.edges()),
                                kMostPerTrace));
}

}  // namespace systole::generate
