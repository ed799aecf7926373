#include "arch/ddr/dram_mapping.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

using namespace systole;
using arch::DramMapping;
using arch::DramPlace;

namespace {

// "row-bank-...": the parts from the highest bits to the lowest.
config::DdrConfig ddr4(const std::string& mapping, std::uint64_t channels) {
    config::DdrConfig config;
    std::istringstream parts(mapping);
    for (config::DramPart& part : config.mapping) {
        std::string name;
        std::getline(parts, name, '-');
        const auto& names = config::kDramPartNames;
        part = static_cast<config::DramPart>(std::find(names.begin(), names.end(), name) -
                                             names.begin());
    }
    config.channels = channels;
    return config;
}

const arch::DramStandard& kStandard = arch::dram_standard(config::DdrStandard::kDdr4_2400);

bool same(const DramPlace& a, const DramPlace& b) {
    return a.channel == b.channel && a.bank == b.bank && a.row == b.row;
}

}  // namespace

TEST_CASE("which bits of an address choose what?") {
    // 64 B per access: 6 bits; then 1 of the channel, 2 of the group, 7 of the column (128 accesses
    // of a row of 8 KiB), 2 of the bank, 15 of the row.
    const DramMapping m(ddr4("row-bank-column-bankgroup-channel", 2), kStandard);
    CHECK(same(m.place(0), {0, 0, 0}));
    CHECK(same(m.place(63), {0, 0, 0}));
    CHECK(same(m.place(64), {1, 0, 0}));
    CHECK(same(m.place(128), {0, 4, 0}));  // group 1 is banks 4..7
    CHECK(same(m.place(512), {0, 0, 0}));  // next column
    CHECK(same(m.place(1u << 16), {0, 1, 0}));
    CHECK(same(m.place(1u << 18), {0, 0, 1}));
    CHECK(m.bytes() == Bytes{8} << 30);
    CHECK(same(m.place(m.bytes() - 1), {1, 15, 32'767}));

    const DramMapping rows_low(ddr4("channel-bankgroup-bank-column-row", 1), kStandard);
    CHECK(same(rows_low.place(64), {0, 0, 1}));
    CHECK(same(rows_low.place(1u << 28), {0, 1, 0}));  // 6 + 15 + 7 bits
}

TEST_CASE("do different accesses of a row have one place, and different rows different ones?") {
    const DramMapping m(ddr4("row-column-bank-bankgroup-channel", 1), kStandard);
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places;
    for (std::uint64_t address = 0; address < 4 * 16 * 8192; address += 64) {
        const DramPlace p = m.place(address);
        places.insert({p.channel, p.bank, p.row});
    }
    CHECK(places.size() == 64);  // 4 rows of each of 16 banks
}
