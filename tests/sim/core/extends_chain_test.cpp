#include "sim/core/extends_chain.h"

#include "tests/sim/config/error_of.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace systole;
using config::error_of;

TEST_CASE("does a chain go on from the folder of each file?") {
    const test::TempDir dir;
    std::filesystem::create_directories(dir / "deep");
    test::write_file(dir / "a.yaml", "");
    test::write_file(dir / "deep/b.yaml", "");
    ExtendsChain chain("config", (dir / "a.yaml").string());
    CHECK(chain.follow("deep/b.yaml", {}) == (dir / "deep/b.yaml").string());
    CHECK(chain.follow("../c.yaml", {}) == (dir / "c.yaml").string());
    CHECK(chain.files().size() == 3);
}

TEST_CASE("is a chain that leads back to itself refused, through a link too?") {
    const test::TempDir dir;
    test::write_file(dir / "a.yaml", "");
    std::filesystem::create_symlink("a.yaml", dir / "link.yaml");
    for (const char* back : {"a.yaml", "link.yaml", "./a.yaml"}) {
        ExtendsChain chain("energy", (dir / "a.yaml").string());
        const Error e = error_of([&] { chain.follow(back, {"a.yaml", 7, {}}); });
        CHECK(e.kind() == ErrorKind::kBadInput);
        CHECK(e.rule() == "energy.extends");
        CHECK(e.where().line == 7);
    }
}

TEST_CASE("is a chain of more than sixteen files refused?") {
    ExtendsChain chain("sweep", "0.yaml");
    for (int i = 1; i < 16; ++i) {
        chain.follow(std::to_string(i) + ".yaml", {});
    }
    CHECK(error_of([&] { chain.follow("16.yaml", {}); }).rule() == "sweep.extends");
}
