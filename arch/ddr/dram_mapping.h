#pragma once

#include "arch/ddr/dram_standard.h"
#include "sim/config/arch_config.h"

#include <array>
#include <cstdint>

namespace systole::arch {

// Where an access goes: which channel, which bank of it (group * banks_per_group + bank within the
// group) and which row. The column only says which accesses share a row.
struct DramPlace {
    std::uint32_t channel;
    std::uint32_t bank;
    std::uint32_t row;
};

// Cuts an address into row, bank, bank group, column and channel, in the order config.mapping names
// them from the highest bits to the lowest, such as "row-bank-column-bankgroup-channel". The bits
// below are the byte within one access.
class DramMapping {
 public:
    DramMapping(const config::DdrConfig& config, const DramStandard& standard);

    // The place of the access that holds byte `address`, which is below bytes().
    DramPlace place(std::uint64_t address) const {
        const std::uint32_t group = cut(address, kGroup);
        return {cut(address, kChannel),
                (group << bank_bits_) + cut(address, kBank),
                cut(address, kRow)};
    }
    // Of all channels.
    Bytes bytes() const { return bytes_; }

 private:
    enum Part : std::uint8_t { kRow, kBank, kGroup, kColumn, kChannel, kParts };
    struct Field {
        std::uint32_t shift = 0;
        std::uint32_t mask = 0;
    };

    std::uint32_t cut(std::uint64_t address, Part part) const {
        return static_cast<std::uint32_t>(address >> fields_[part].shift) & fields_[part].mask;
    }

    std::array<Field, kParts> fields_{};
    std::uint32_t bank_bits_ = 0;
    Bytes bytes_ = 0;
};

}  // namespace systole::arch
