#include "sim/store/merge.h"

#include "tests/sim/store/store_fixture.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::csv_of;
using test::point;
using test::sweep_info;

namespace {

// Points first, first + step, ... below 6, of 8 + number rows.
void fill(const std::string& path,
          std::uint64_t first,
          std::uint64_t step,
          const std::string& definition = "first",
          std::int64_t offset = 0) {
    store::Writer writer(path, "test");
    writer.begin(sweep_info(definition));
    for (std::uint64_t number = first; number < 6; number += step) {
        const auto rows = static_cast<std::int64_t>(8 + number);
        writer.add(number, point(rows, 100 * rows + offset, 1.5));
    }
    writer.flush();
}

}  // namespace

TEST_CASE("do merged shards equal the whole, also when one comes twice?") {
    const test::TempDir dir;
    fill(dir / "all.db", 0, 1);
    fill(dir / "1.db", 0, 3);
    fill(dir / "2.db", 1, 3);
    fill(dir / "3.db", 2, 3);
    const store::Merged merged = store::merge(
        dir / "out.db", {dir / "3.db", dir / "1.db", dir / "2.db", dir / "1.db"}, "test");
    CHECK(merged.points == 6);
    CHECK(merged.known == 2);
    for (const store::Rows rows :
         {store::Rows::kPoints, store::Rows::kLayers, store::Rows::kPipes, store::Rows::kEnergy}) {
        store::Query query;
        query.rows = rows;
        CHECK(csv_of(dir / "out.db", query) == csv_of(dir / "all.db", query));
    }
}

TEST_CASE("does a point that is ok win over one that failed?") {
    const test::TempDir dir;
    for (const bool failed_first : {true, false}) {
        const std::string out = dir / (failed_first ? "a.db" : "b.db");
        {
            store::Writer writer(dir / "failed.db", "test");
            writer.begin(sweep_info());
            store::Point late = point(8, 0, 0);
            late.status = store::Status::kTimeout;
            late.metrics.clear();
            late.accounting.reset();
            late.layers.clear();
            late.energy_pj.clear();
            writer.add(0, late);
            writer.flush();
        }
        fill(dir / "ok.db", 0, 10);
        const std::string failed = dir / "failed.db";
        const std::string ok = dir / "ok.db";
        store::merge(out,
                     failed_first ? std::vector<std::string>{failed, ok}
                                  : std::vector<std::string>{ok, failed},
                     "test");
        CHECK(csv_of(out, test::few_columns()) ==
              "point,workload,cube.rows,status,makespan,energy_pj\n0,net,8,ok,800,1.5\n");
    }
}

TEST_CASE("are files that disagree refused, and the target left as it was?") {
    const test::TempDir dir;
    fill(dir / "out.db", 0, 2);
    const std::string before = csv_of(dir / "out.db", {});
    fill(dir / "other.db", 1, 2, "second");
    const auto sweeps =
        test::refusal_of([&] { store::merge(dir / "out.db", {dir / "other.db"}, "test"); });
    CHECK(sweeps.rule == "merge.sweep");
    fill(dir / "slower.db", 0, 2, "first", 1);
    const auto conflict =
        test::refusal_of([&] { store::merge(dir / "out.db", {dir / "slower.db"}, "test"); });
    CHECK(conflict.rule == "merge.conflict");
    CHECK(conflict.kind == ErrorKind::kRefused);
    const auto itself =
        test::refusal_of([&] { store::merge(dir / "out.db", {dir / "out.db"}, "test"); });
    CHECK(itself.rule == "merge.itself");
    CHECK(csv_of(dir / "out.db", {}) == before);
}
