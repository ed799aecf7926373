#include "sim/config/hop.h"

#include <catch2/catch.hpp>

#include <string>

namespace systole::config {

TEST_CASE("a hop is named after its ends, and each has a field of its own") {
    BandwidthConfig bandwidth;
    std::uint64_t next = 1000;
    for (const Hop& hop : kHops) {
        bandwidth.*(hop.member) = next++;
    }
    next = 1000;
    for (const Hop& hop : kHops) {
        std::string key;
        for (const char c :
             std::string(place_name(hop.from)) + "_to_" + std::string(place_name(hop.to))) {
            key += 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        CHECK(hop.key == key);
        CHECK(hop_bandwidth(bandwidth, hop.from, hop.to) == next++);
    }
}

TEST_CASE("where no hardware moves data there is no hop") {
    CHECK(find_hop(Tier::kUB, Tier::kL0A) == nullptr);
    CHECK(find_hop(Tier::kL1, Tier::kL1) == nullptr);
    CHECK(hop_bandwidth(BandwidthConfig(), kDdrPlace, Tier::kL0C) == 0);
    CHECK(hop_bandwidth(BandwidthConfig(), Tier::kL1, Tier::kL0A) == 512);
}

}  // namespace systole::config
