#pragma once

#include "sim/core/error.h"
#include "sim/generate/registry.h"
#include "sim/ir/program.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace systole::test {

using Setting = std::pair<std::string_view, std::uint64_t>;

inline generate::Values values_of(std::string_view kernel, const std::vector<Setting>& settings) {
    generate::Values values(generate::find_kernel(kernel));
    for (const auto& [name, value] : settings) {
        values.set(name, value);
    }
    return values;
}

inline ir::Program generated(std::string_view kernel, const std::vector<Setting>& settings = {}) {
    return generate::generate(generate::find_kernel(kernel), values_of(kernel, settings));
}

// The rule of the Error that the call throws.
template <class Call>
std::string rule_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.rule();
    }
    return "no error";
}

// The message of the Error that the call throws.
template <class Call>
std::string message_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

// How many edges lead from a node of one Op to a node of another.
inline std::uint64_t edges_between(const ir::Program& trace,
                                   std::string_view from,
                                   std::string_view to) {
    std::uint64_t count = 0;
    for (std::uint32_t v = 0; v < trace.nodes(); ++v) {
        if (trace.op_name(NodeId{v}) == from) {
            for (const NodeId next : trace.succ[v]) {
                count += trace.op_name(next) == to ? 1 : 0;
            }
        }
    }
    return count;
}

// The summed sizes of what one operation lists, in each tier; the largest over all operations.
inline PerTier<Units> largest_operation(const ir::Program& trace) {
    PerTier<Units> largest{};
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        PerTier<Units> sum{};
        for (const BufId buf : trace.bufs[v]) {
            sum[trace.tier[index(buf)]] += trace.size[index(buf)];
        }
        for (const Tier tier : kTiers) {
            largest[tier] = std::max(largest[tier], sum[tier]);
        }
    }
    return largest;
}

// Capacities of the reference core, in units.
inline void check_fits_reference_core(const ir::Program& trace) {
    const PerTier<Units> largest = largest_operation(trace);
    CHECK(largest[Tier::kL1] <= 4096);
    CHECK(largest[Tier::kUB] <= 1024);
    CHECK(largest[Tier::kL0A] <= 256);
    CHECK(largest[Tier::kL0B] <= 256);
    CHECK(largest[Tier::kL0C] <= 512);
}

}  // namespace systole::test
