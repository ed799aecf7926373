#include "sim/core/output_folder.h"

#include "sim/core/output_set.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace systole;
namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 4> kNames = {"a", "b", "c", "d"};

std::vector<std::string> temporaries_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().filename().string().rfind(kTemporaryStart, 0) == 0) {
            names.push_back(entry.path().filename().string());
        }
    }
    return names;
}

void write_set(const fs::path& folder, const std::string& mark) {
    OutputSet out;
    for (const char* name : kNames) {
        out.open((folder / name).string()).write(mark);
    }
    out.commit();
}

// Writes set after set until it is killed.
pid_t start_writer(const fs::path& folder, char writer) {
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            for (int generation = 0;; ++generation) {
                write_set(folder, writer + std::to_string(generation));
            }
        } catch (...) {
        }
        ::_exit(1);
    }
    return child;
}

int kill_and_wait(pid_t child) {
    int status = 0;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("does a set stay whole when its writers are killed at random moments?") {
    const test::TempDir dir;
    write_set(dir.path(), "first");
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        const pid_t one = start_writer(dir.path(), 'x');
        const pid_t other = start_writer(dir.path(), 'y');
        ::usleep(std::uniform_int_distribution<useconds_t>(0, 20'000)(random));
        CHECK(kill_and_wait(one) == SIGKILL);
        CHECK(kill_and_wait(other) == SIGKILL);
        finish_interrupted_change(dir.path().string());
        const std::string mark = test::read_file(dir / kNames[0]);
        for (const char* name : kNames) {
            INFO("round " << round << ", file " << name);
            REQUIRE(test::read_file(dir / name) == mark);
        }
    }
    write_set(dir.path(), "last");
    CHECK(temporaries_in(dir.path()).empty());
}

TEST_CASE("are a killed run's temporaries swept, and those of a live one kept?") {
    const test::TempDir dir;
    test::write_file(dir / ".systole-dead", "left by a process that was killed");
    test::write_file(dir / ".hidden", "somebody else's");
    const PendingFile live((dir / "live").string());
    sweep_temporaries(dir.path().string());
    CHECK_FALSE(fs::exists(dir / ".systole-dead"));
    CHECK(fs::exists(dir / ".hidden"));
    CHECK(fs::exists(live.path()));
}

TEST_CASE("does a journal carry out renames that were cut short?") {
    const test::TempDir dir;
    test::write_file(dir / "a", "new");  // renamed already
    test::write_file(dir / "b", "old");
    test::write_file(dir / ".systole-2", "new");
    test::write_file(dir / "stale", "old");
    std::string journal;
    for (const char* field : {"systole journal 1",
                              "rename",
                              ".systole-1",
                              "a",
                              "rename",
                              ".systole-2",
                              "b",
                              "remove",
                              "stale",
                              "end"}) {
        journal += field;
        journal += '\0';
    }
    test::write_file(dir / ".systole-journal", journal);
    finish_interrupted_change(dir.path().string());
    CHECK(test::read_file(dir / "a") == "new");
    CHECK(test::read_file(dir / "b") == "new");
    CHECK_FALSE(fs::exists(dir / "stale"));
    CHECK(temporaries_in(dir.path()).empty());
}

TEST_CASE("is a journal that leads out of its folder, or is cut, left alone?") {
    const test::TempDir dir;
    fs::create_directory(dir / "out");
    const auto with = [&](std::vector<std::string> fields) {
        std::string journal;
        for (const std::string& field : fields) {
            journal += field + '\0';
        }
        test::write_file(dir / "out/.systole-journal", journal);
        test::write_file(dir / "out/.systole-1", "new");
        test::write_file(dir / "victim", "kept");
        test::write_file(dir / "out/kept", "kept");
        finish_interrupted_change((dir / "out").string());
        CHECK(test::read_file(dir / "victim") == "kept");
        CHECK(test::read_file(dir / "out/kept") == "kept");
    };
    with({"systole journal 1", "rename", ".systole-1", "../victim", "end"});
    with({"systole journal 1", "remove", "../victim", "end"});
    with({"systole journal 1", "rename", "kept", "gone", "end"});
    with({"systole journal 1", "rename", ".systole-1", "kept"});
    with({"another journal", "rename", ".systole-1", "kept", "end"});
}

TEST_CASE("is the lock of a folder exclusive between descriptors?") {
    const test::TempDir dir;
    const std::string folder = dir.path().string();
    {
        const FolderLock shared(folder, FolderLock::Mode::kShared, 0);
        CHECK(shared.held());
        CHECK(FolderLock(folder, FolderLock::Mode::kShared, 0).held());
        const FolderLock exclusive(folder, FolderLock::Mode::kExclusive, 0);
        CHECK_FALSE(exclusive.held());
        CHECK(exclusive.busy());
    }
    CHECK(FolderLock(folder, FolderLock::Mode::kExclusive, 0).held());
    const FolderLock none((dir / "none").string(), FolderLock::Mode::kExclusive, 0);
    CHECK_FALSE(none.held());
    CHECK_FALSE(none.busy());
}

TEST_CASE("is a folder made with its parents, and a file in its place an error?") {
    const test::TempDir dir;
    create_output_folder((dir / "a/b").string());
    CHECK(fs::is_directory(dir / "a/b"));
    test::write_file(dir / "file", "");
    CHECK(test::refusal_of([&] { create_output_folder((dir / "file").string()); }).rule ==
          "output.folder");
    CHECK(test::refusal_of([&] { create_output_folder((dir / "file/x").string()); }).rule ==
          "output.folder");
}
