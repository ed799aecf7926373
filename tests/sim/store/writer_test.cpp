#include "sim/store/writer.h"

#include "tests/sim/store/store_fixture.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

using namespace systole;
using test::csv_of;
using test::few_columns;
using test::point;
using test::sweep_info;
namespace fs = std::filesystem;

namespace {

void fill(const std::string& path) {
    store::Writer writer(path, "test");
    writer.begin(sweep_info());
    writer.add(0, point(8, 1000, 2.5));
    writer.add(1, point(16, 600, 3.25));
    writer.flush();
}

constexpr const char* kTwoPoints =
    "point,workload,cube.rows,status,makespan,energy_pj\n"
    "0,net,8,ok,1000,2.5\n"
    "1,net,16,ok,600,3.25\n";

}  // namespace

TEST_CASE("is what was stored read back?") {
    const test::TempDir dir;
    const std::string path = dir / "r.db";
    fill(path);
    CHECK(csv_of(path, few_columns()) == kTwoPoints);
    store::Query layers;
    layers.rows = store::Rows::kLayers;
    layers.columns = {"point", "layer", "name", "cycles", "busy.CUBE", "pe_utilization"};
    CHECK(csv_of(path, layers) ==
          "point,layer,name,cycles,busy.CUBE,pe_utilization\n"
          "0,0,conv1,500,7,0.5\n0,1,conv2,500,7,0.5\n"
          "1,0,conv1,300,7,0.5\n1,1,conv2,300,7,0.5\n");
    store::Query pipes;
    pipes.rows = store::Rows::kPipes;
    pipes.where = "pipe = 'CUBE'";
    pipes.columns = {"point", "pipe", "busy", "drained", "makespan"};
    CHECK(csv_of(path, pipes) ==
          "point,pipe,busy,drained,makespan\n0,CUBE,3,997,1000\n1,CUBE,3,597,600\n");
    CHECK_FALSE(fs::exists(path + "-lock"));
}

TEST_CASE(
    "does a second process resume, and does a point that is made again replace the old one?") {
    const test::TempDir dir;
    const std::string path = dir / "r.db";
    fill(path);
    store::Writer writer(path, "test");
    writer.begin(sweep_info());
    const auto known = writer.find(point(16, 0, 0).identity);
    REQUIRE(known.has_value());
    CHECK(known->status == store::Status::kOk);
    CHECK_FALSE(writer.find(point(32, 0, 0).identity).has_value());
    writer.add(1, point(16, 601, 3.25));
    writer.flush();
    CHECK(csv_of(path, few_columns()) ==
          "point,workload,cube.rows,status,makespan,energy_pj\n"
          "0,net,8,ok,1000,2.5\n1,net,16,ok,601,3.25\n");
}

TEST_CASE("does a changed sweep number its points anew and keep the results?") {
    const test::TempDir dir;
    const std::string path = dir / "r.db";
    fill(path);
    store::Writer writer(path, "test");
    writer.begin(sweep_info("second"));
    const auto known = writer.find(point(16, 0, 0).identity);
    REQUIRE(known.has_value());
    writer.link(7, known->id);
    writer.flush();
    CHECK(csv_of(path, few_columns()) ==
          "point,workload,cube.rows,status,makespan,energy_pj\n7,net,16,ok,600,3.25\n");
    CHECK(writer.find(point(8, 0, 0).identity).has_value());
}

TEST_CASE("is a second writer refused with the name of the first?") {
    const test::TempDir dir;
    const std::string path = dir / "r.db";
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const store::Writer writer(path, "systole sweep other.yaml");
        const char sign = 'x';
        ::_exit(::write(ready[1], &sign, 1) == 1 && ::pause() == 0 ? 0 : 1);
    }
    char sign = 0;
    REQUIRE(::read(ready[0], &sign, 1) == 1);
    const auto refusal = test::refusal_of([&] { const store::Writer writer(path, "me"); });
    CHECK(refusal.rule == "store.locked");
    CHECK(refusal.what.find("process " + std::to_string(child)) != std::string::npos);
    CHECK(refusal.what.find("systole sweep other.yaml") != std::string::npos);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    // The lock of a process that was killed is free again.
    fill(path);
    CHECK(csv_of(path, few_columns()) == kTwoPoints);
}

TEST_CASE("is a file that is not ours, of another version or cut off refused and left alone?") {
    const test::TempDir dir;
    const std::string path = dir / "r.db";
    const auto rule_of = [&] {
        const std::string before = fs::exists(path) ? test::read_file(path) : "";
        const auto write = test::refusal_of([&] { const store::Writer writer(path, "me"); });
        CHECK(write.what.find(path) == 0);
        CHECK(test::read_file(path) == before);
        const auto read = test::refusal_of([&] { const store::Reader reader(path); });
        CHECK(read.rule == write.rule);
        return write.rule;
    };
    test::write_file(path, "point,workload\n" + std::string(600, 'x'));
    CHECK(rule_of() == "store.foreign");
    fs::remove(path);
    store::Database(path, store::Database::Mode::kWrite).run("CREATE TABLE t(x)");
    CHECK(rule_of() == "store.foreign");
    fs::remove(path);
    fill(path);
    store::Database(path, store::Database::Mode::kWrite).run("PRAGMA user_version=99");
    CHECK(rule_of() == "store.version");
    fs::remove(path);
    fill(path);
    fs::resize_file(path, fs::file_size(path) - 5000);
    CHECK(rule_of() == "store.damaged");
    const auto missing = test::refusal_of([&] { const store::Reader reader(dir / "none.db"); });
    CHECK(missing.rule == "store.missing");
    CHECK_FALSE(fs::exists(dir / "none.db"));
}

TEST_CASE("is a file that cannot be written a message?") {
    if (::geteuid() == 0) {
        WARN("root may write every file");
        return;
    }
    const test::TempDir dir;
    const std::string path = dir / "r.db";
    fill(path);
    fs::permissions(path, fs::perms::owner_read);
    const auto refusal = test::refusal_of([&] { fill(path); });
    CHECK(refusal.rule == "store.read-only");
}
