#include "arch/ddr/dram_mapping.h"

#include "sim/core/error.h"

#include <tuple>

namespace systole::arch {
namespace {

std::uint32_t bits_of(std::uint64_t n) {
    SYSTOLE_INVARIANT(n != 0 && (n & (n - 1)) == 0,
                      "the parts of a DRAM address are powers of two");
    std::uint32_t bits = 0;
    while ((std::uint64_t{1} << bits) < n) {
        ++bits;
    }
    return bits;
}

}  // namespace

DramMapping::DramMapping(const config::DdrConfig& config, const DramStandard& standard)
    : bank_bits_(bits_of(standard.banks_per_group)),
      bytes_(standard.channel_bytes() * config.channels) {
    std::array<std::uint64_t, std::tuple_size_v<config::AddressMap>> sizes{};
    const auto size = [&](Part part) -> std::uint64_t& {
        return sizes[static_cast<std::size_t>(part)];
    };
    size(Part::kRow) = standard.rows;
    size(Part::kBank) = standard.banks_per_group;
    size(Part::kBankGroup) = standard.bank_groups;
    size(Part::kColumn) = standard.columns();
    size(Part::kChannel) = config.channels;
    std::uint32_t shift = bits_of(standard.access_bytes);
    for (auto part = config.mapping.rbegin(); part != config.mapping.rend(); ++part) {
        fields_[static_cast<std::size_t>(*part)] = {shift,
                                                    static_cast<std::uint32_t>(size(*part) - 1)};
        shift += bits_of(size(*part));
    }
}

}  // namespace systole::arch
