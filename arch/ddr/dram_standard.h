#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

#include <cstdint>

namespace systole::arch {

// Cycles of the DRAM's command clock.
using DramCycles = std::uint64_t;

// One documented timing set of one DRAM channel with one rank, in cycles of the command clock where
// the name gives no unit. "_s" is between different bank groups, "_l" within one; a standard
// without groups has one group and both alike.
struct DramStandard {
    std::uint64_t clock_ps;
    std::uint32_t access_bytes;  // bytes one READ or WRITE moves
    std::uint32_t burst;         // for so long it takes the data bus
    std::uint32_t bank_groups, banks_per_group;
    std::uint32_t rows;       // of a bank
    std::uint32_t row_bytes;  // of the whole rank
    std::uint32_t cl, cwl;    // READ, WRITE to the first data
    std::uint32_t rcd_read, rcd_write;
    std::uint32_t rp, rp_all;  // PRECHARGE of a bank, of all banks
    std::uint32_t ras, rc;
    std::uint32_t rrd_s, rrd_l, faw;
    std::uint32_t ccd_s, ccd_l;
    std::uint32_t wtr_s, wtr_l;  // from the last data of a WRITE
    std::uint32_t wr;            // likewise, to PRECHARGE
    std::uint32_t rtp;
    std::uint32_t turnaround;  // idle data bus cycles between a READ's data and a WRITE's
    std::uint32_t rfc, refi;   // all-bank refresh

    std::uint32_t banks() const { return bank_groups * banks_per_group; }
    std::uint32_t columns() const { return row_bytes / access_bytes; }
    Bytes channel_bytes() const { return Bytes{rows} * banks() * row_bytes; }
};

const DramStandard& dram_standard(config::DdrStandard standard);

}  // namespace systole::arch
