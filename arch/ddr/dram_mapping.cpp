#include "arch/ddr/dram_mapping.h"

#include "sim/core/error.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace systole::arch {
namespace {

constexpr std::array<std::string_view, 5> kPartNames = {
    "row", "bank", "bankgroup", "column", "channel"};

std::uint32_t bits_of(std::uint64_t n) {
    SYSTOLE_INVARIANT(n != 0 && (n & (n - 1)) == 0,
                      "the parts of a DRAM address are powers of two");
    std::uint32_t bits = 0;
    while ((std::uint64_t{1} << bits) < n) {
        ++bits;
    }
    return bits;
}

// Indices into kPartNames, from the highest bits to the lowest.
std::vector<std::size_t> parts_of(std::string_view mapping) {
    std::vector<std::size_t> parts;
    while (!mapping.empty()) {
        const std::size_t end = std::min(mapping.find('-'), mapping.size());
        const auto it = std::find(kPartNames.begin(), kPartNames.end(), mapping.substr(0, end));
        SYSTOLE_INVARIANT(it != kPartNames.end(), "an unknown part of a DRAM address");
        parts.push_back(static_cast<std::size_t>(it - kPartNames.begin()));
        mapping.remove_prefix(std::min(end + 1, mapping.size()));
    }
    SYSTOLE_INVARIANT(parts.size() == kPartNames.size(), "a DRAM address has five parts");
    return parts;
}

}  // namespace

DramMapping::DramMapping(const config::DdrConfig& config, const DramStandard& standard)
    : bank_bits_(bits_of(standard.banks_per_group)),
      bytes_(standard.channel_bytes() * config.channels) {
    std::array<std::uint64_t, kParts> sizes{};
    sizes[kRow] = standard.rows;
    sizes[kBank] = standard.banks_per_group;
    sizes[kGroup] = standard.bank_groups;
    sizes[kColumn] = standard.columns();
    sizes[kChannel] = config.channels;
    const std::vector<std::size_t> parts = parts_of(config.mapping);
    std::uint32_t shift = bits_of(standard.access_bytes);
    for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
        fields_[*it] = {shift, static_cast<std::uint32_t>(sizes[*it] - 1)};
        shift += bits_of(sizes[*it]);
    }
}

}  // namespace systole::arch
