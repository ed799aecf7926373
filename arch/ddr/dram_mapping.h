#pragma once

#include "arch/ddr/dram_standard.h"
#include "sim/config/arch_config.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace systole::arch {

// Where an access goes: which channel, which bank of it (group * banks_per_group + bank within the
// group) and which row. The column only says which accesses share a row.
struct DramPlace {
    std::uint32_t channel;
    std::uint32_t bank;
    std::uint32_t row;
};

// Cuts an address into row, bank, bank group, column and channel, in the order of config.mapping,
// from the highest bits to the lowest. The bits below are the byte within one access.
class DramMapping {
 public:
    DramMapping(const config::DdrConfig& config, const DramStandard& standard);

    // The place of the access that holds byte `address`, which is below bytes().
    DramPlace place(std::uint64_t address) const {
        const std::uint32_t group = cut(address, Part::kBankGroup);
        return {cut(address, Part::kChannel),
                (group << bank_bits_) + cut(address, Part::kBank),
                cut(address, Part::kRow)};
    }
    // Of all channels.
    Bytes bytes() const { return bytes_; }

 private:
    using Part = config::DramPart;
    struct Field {
        std::uint32_t shift = 0;
        std::uint32_t mask = 0;
    };

    std::uint32_t cut(std::uint64_t address, Part part) const {
        return static_cast<std::uint32_t>(address >> fields_[index(part)].shift) &
               fields_[index(part)].mask;
    }

    static constexpr std::size_t index(Part part) { return static_cast<std::size_t>(part); }

    std::array<Field, std::tuple_size_v<config::AddressMap>> fields_{};  // by Part
    std::uint32_t bank_bits_ = 0;
    Bytes bytes_ = 0;
};

}  // namespace systole::arch
