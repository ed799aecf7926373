#include "sim/core/nearest.h"

#include <catch2/catch.hpp>

using systole::did_you_mean;
using systole::nearest;

TEST_CASE("which name was meant?") {
    CHECK(nearest("capcity", {"ports", "capacity"}) == "capacity");
    CHECK(nearest("L0a", {"L1", "L0A", "L0B"}) == "L0A");  // letter case does not count
    CHECK(nearest("mte4", {"MTE1", "MTE2"}) == "MTE1");    // the first of equals
    CHECK(nearest("frequency", {"name", "ports"}).empty());
    CHECK(nearest("", {"name"}).empty());
    CHECK(did_you_mean("bse", {"original", "base"}) == "; did you mean 'base'?");
    CHECK(did_you_mean("zzz", {"original", "base"}).empty());
}
