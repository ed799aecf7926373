#include "arch/ddr/dram_standard.h"

#include <array>

namespace systole::arch {
namespace {

// Every number was read in the file named ([R]); [D] is derived from the numbers beside it. A set
// is one column of one source, never a mix: where a source departs from JEDEC, the comment says so.
// Turnaround: 2 cycles (CMU-SAFARI/ramulator2, READ to WRITE is CL + BL + 2 - CWL) [R].
// In the order of config::DdrStandard.
// clang-format off
constexpr std::array<DramStandard, config::kDdrStandardNames.size()> kStandards = {{
    {
        // tukl-msd/DRAMSys:configs/memspec/JEDEC_4Gb_DDR4-2400_8bit_A.json at 2107966, 8 devices
        // x8. CWL and RTP stand as in that file; JEDEC's own are 12 and 9.
        833,                   // clock_ps
        64, 4,                 // access_bytes [D] 64 bit * 8 beats, burst [D]
        4, 4,                  // bank_groups, banks_per_group
        32'768,                // rows [D] 4 Gb / (16 banks * 1 KiB)
        8192,                  // row_bytes [D] 8 * 1 KiB
        16, 16,                // cl, cwl
        16, 16,                // rcd_read, rcd_write
        16, 16,                // rp, rp_all
        39, 55,                // ras, rc
        4, 6, 26,              // rrd_s, rrd_l, faw
        4, 6,                  // ccd_s, ccd_l
        3, 9,                  // wtr_s, wtr_l
        18, 12, 2,             // wr, rtp, turnaround
        312, 9360,             // rfc, refi
    },
    {
        // CMU-SAFARI/ramulator2:python/ramulator/dram/ddr4.py at c5b1c3a, 3200AA, 8 Gb x8, 8
        // devices. Its RFC is 360 ns where JEDEC says 350.
        625,                   // clock_ps
        64, 4,                 // access_bytes [D] 64 bit * 8 beats, burst [D]
        4, 4,                  // bank_groups, banks_per_group
        65'536,                // rows [D] 8 Gb / (16 banks * 1 KiB)
        8192,                  // row_bytes [D] 8 * 1 KiB
        22, 16,                // cl, cwl
        22, 22,                // rcd_read, rcd_write
        22, 22,                // rp, rp_all
        52, 74,                // ras, rc
        4, 8, 34,              // rrd_s, rrd_l, faw
        4, 8,                  // ccd_s, ccd_l
        4, 12,                 // wtr_s, wtr_l
        24, 12, 2,             // wr, rtp, turnaround
        576, 12'480,           // rfc, refi
    },
    {
        // tukl-msd/DRAMSys:configs/memspec/JEDEC_8Gb_LPDDR4-3200_16bit.json at 2107966, one
        // channel.
        625,                   // clock_ps
        32, 8,                 // access_bytes [D] 16 bit * 16 beats, burst [D]
        1, 8,                  // bank_groups, banks_per_group
        65'536,                // rows [D] 8 Gb / (8 banks * 2 KiB)
        2048,                  // row_bytes [D]
        28, 14,                // cl, cwl
        29, 29,                // rcd_read, rcd_write
        29, 34,                // rp, rp_all
        68, 97,                // ras, rc
        16, 16, 64,            // rrd_s, rrd_l, faw
        8, 8,                  // ccd_s, ccd_l
        16, 16,                // wtr_s, wtr_l
        29, 12, 2,             // wr, rtp, turnaround
        448, 6246,             // rfc, refi
    },
    {
        // CMU-SAFARI/ramulator2:python/ramulator/dram/lpddr5.py at c5b1c3a, 16 Gb x16, one
        // channel; cycles of CK, and WCK runs at four times that.
        1250,                  // clock_ps
        32, 2,                 // access_bytes [D] 16 bit * 16 beats, burst [D]
        4, 4,                  // bank_groups, banks_per_group
        65'536,                // rows [D] 16 Gb / (16 banks * 2 KiB)
        2048,                  // row_bytes [D]
        17, 9,                 // cl, cwl
        15, 15,                // rcd_read, rcd_write
        15, 17,                // rp, rp_all
        34, 49,                // ras, rc
        4, 4, 16,              // rrd_s, rrd_l, faw
        2, 4,                  // ccd_s, ccd_l
        5, 10,                 // wtr_s, wtr_l
        28, 8, 2,              // wr, rtp, turnaround
        224, 3125,             // rfc, refi
    },
    {
        // CMU-SAFARI/ramulator2:python/ramulator/dram/hbm2.py at c5b1c3a, 8 Gb: one pseudo channel
        // of 64 bit. A device channel of 128 bit counts as two channels here.
        1000,                  // clock_ps
        32, 2,                 // access_bytes [D] 64 bit * 4 beats, burst [D]
        4, 4,                  // bank_groups, banks_per_group
        32'768,                // rows [D] 4 Gb / (16 banks * 1 KiB)
        1024,                  // row_bytes [D]
        14, 5,                 // cl, cwl
        14, 12,                // rcd_read, rcd_write
        14, 14,                // rp, rp_all
        34, 48,                // ras, rc
        4, 4, 15,              // rrd_s, rrd_l, faw
        2, 4,                  // ccd_s, ccd_l
        6, 8,                  // wtr_s, wtr_l
        16, 5, 2,              // wr, rtp, turnaround
        350, 3900,             // rfc, refi
    },
}};
// clang-format on

}  // namespace

const DramStandard& dram_standard(config::DdrStandard standard) {
    return kStandards[static_cast<std::size_t>(standard)];
}

}  // namespace systole::arch
