#include "sim/config/config_readme.h"

#include "sim/config/key_table.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <string>

namespace systole::config {

// When this fails after a change of the key tables, build the target `config_readme`.
TEST_CASE("configs/README.md is what the key tables say") {
    CHECK(test::read_file(test::source_dir() / "configs" / "README.md") == config_readme());
}

TEST_CASE("the key list has one row for every key, with unit, default and range") {
    const std::string text = config_readme();
    for (const Key& key : arch_keys()) {
        const std::string row = "\n| `" + key.dotted + "` | ";
        CHECK(text.find(row) != std::string::npos);
        CHECK(text.find(row) == text.rfind(row));
    }
    CHECK(
        text.find(
            "| `tiers.l1.capacity` | units | required | 0 to 2147483647 | Size of L1; 0: there is "
            "none. |") != std::string::npos);
    CHECK(text.find("| `spill.fixed_cycles` | cycles | 150 | 0 to 1000000 | ") !=
          std::string::npos);
    CHECK(text.find("| `cube.dataflow` | - | block | ws, os, is, rs, block | ") !=
          std::string::npos);
    CHECK(text.find("| `paths.weights` | - | L1, L0B | list of scratchpads | ") !=
          std::string::npos);
    CHECK(text.find("| `contention.enabled` | - | auto | auto, off, on | ") != std::string::npos);
}

}  // namespace systole::config
