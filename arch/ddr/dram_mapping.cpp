#include "arch/ddr/dram_mapping.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace systole::arch {
namespace {

constexpr std::array<std::string_view, 5> kPartNames = {
    "row", "bank", "bankgroup", "column", "channel"};

bool is_power_of_two(std::uint64_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

std::uint32_t bits_of(std::uint64_t n) {
    SYSTOLE_INVARIANT(is_power_of_two(n), "the parts of a DRAM address are powers of two");
    std::uint32_t bits = 0;
    while ((std::uint64_t{1} << bits) < n) {
        ++bits;
    }
    return bits;
}

// Indices into kPartNames, from the highest bits to the lowest.
std::vector<std::size_t> parts_of(const std::string& mapping) {
    std::vector<std::size_t> parts;
    const auto refuse = [&](const std::string& what) {
        throw_bad_input("arch.dram-mapping",
                        {},
                        fmt::format("ddr.mapping '{}' {}; it names row, bank, bankgroup, column "
                                    "and channel once each, from the highest address bits to the "
                                    "lowest, with '-' between",
                                    mapping,
                                    what));
    };
    std::size_t begin = 0;
    while (begin <= mapping.size()) {
        const std::size_t end = std::min(mapping.find('-', begin), mapping.size());
        const std::string_view part = std::string_view(mapping).substr(begin, end - begin);
        const auto it = std::find(kPartNames.begin(), kPartNames.end(), part);
        if (it == kPartNames.end()) {
            refuse(fmt::format("has the unknown part '{}'", part));
        }
        const auto index = static_cast<std::size_t>(it - kPartNames.begin());
        if (std::find(parts.begin(), parts.end(), index) != parts.end()) {
            refuse(fmt::format("has '{}' twice", part));
        }
        parts.push_back(index);
        begin = end + 1;
    }
    for (std::size_t i = 0; i < kPartNames.size(); ++i) {
        if (std::find(parts.begin(), parts.end(), i) == parts.end()) {
            refuse(fmt::format("lacks '{}'", kPartNames[i]));
        }
    }
    return parts;
}

}  // namespace

DramMapping::DramMapping(const config::DdrConfig& config, const DramStandard& standard)
    : bank_bits_(bits_of(standard.banks_per_group)),
      bytes_(standard.channel_bytes() * config.channels) {
    if (!is_power_of_two(config.channels)) {
        throw_bad_input(
            "arch.dram-channels",
            {},
            fmt::format("ddr.channels is {}; the detailed model takes a power of two, because "
                        "address bits choose the channel",
                        config.channels));
    }
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
