#include "sim/store/schema.h"

#include "sim/store/metric_table.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("does SCHEMA.md describe every table, column and metric of a new file?") {
    const test::TempDir dir;
    const store::Database database(dir / "r.db", store::Database::Mode::kWrite);
    store::prepare_schema(database);
    const std::string page = test::read_file(test::source_dir() / "sim/store/SCHEMA.md");
    store::Statement tables =
        database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
    std::size_t count = 0;
    while (tables.step()) {
        const std::string table = tables.text(0);
        CAPTURE(table);
        CHECK(page.find(table) != std::string::npos);
        store::Statement columns =
            database.prepare("SELECT name FROM pragma_table_info('" + table + "')");
        while (columns.step()) {
            std::string column = columns.text(0);
            column = column.rfind("busy.", 0) == 0 ? "\"busy.PIPE\"" : column;
            CAPTURE(column);
            CHECK(page.find("`" + column + "`") != std::string::npos);
        }
        ++count;
    }
    CHECK(count == 8);
    for (const store::Metric& metric : store::metric_table()) {
        CHECK(page.find("`" + std::string(metric.name) + "` | " + std::string(metric.unit)) !=
              std::string::npos);
    }
}
