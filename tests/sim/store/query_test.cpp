#include "sim/store/query.h"

#include "sim/store/pareto.h"
#include "tests/sim/store/store_fixture.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <random>

using namespace systole;
using test::csv_of;
using test::few_columns;
using test::point;

namespace {

// Eight points of two workloads; (makespan, energy) of `net`: (9,1) (7,2) (7,3) (5,5) (6,6).
class Filled {
 public:
    Filled() {
        store::Writer writer(path(), "test");
        writer.begin(test::sweep_info());
        const std::pair<std::int64_t, double> net[] = {{9, 1}, {7, 2}, {7, 3}, {5, 5}, {6, 6}};
        std::int64_t rows = 8;
        std::uint64_t number = 0;
        for (const auto& [cycles, energy] : net) {
            writer.add(number++, point(rows++, cycles, energy));
        }
        writer.add(number++, point(8, 100, 100, "other"));
        writer.add(number++, point(9, 101, 101, "other"));
        store::Point refused = point(10, 1, 1, "other");
        refused.status = store::Status::kRefused;
        refused.rule = "place.capacity";
        refused.message = "too large, by \"far\"";
        refused.metrics.clear();
        refused.accounting.reset();
        refused.layers.clear();
        refused.energy_pj.clear();
        writer.add(number++, refused);
        writer.flush();
    }
    std::string path() const { return dir_ / "r.db"; }
    std::string answer(const store::Query& query) const { return csv_of(path(), query); }
    std::string rule_of(const store::Query& query) const {
        return test::refusal_of([&] { answer(query); }).rule;
    }

 private:
    test::TempDir dir_;
};

}  // namespace

TEST_CASE("does a Pareto front hold what nothing beats, workload by workload?") {
    const Filled db;
    store::Query query;
    query.columns = {"point", "workload", "makespan", "energy_pj"};
    query.pareto = {"makespan", "energy_pj"};
    CHECK(db.answer(query) ==
          "point,workload,makespan,energy_pj\n0,net,9,1\n1,net,7,2\n3,net,5,5\n5,other,100,100\n");
    query.where = "cube.rows != 8";
    CHECK(db.answer(query) ==
          "point,workload,makespan,energy_pj\n1,net,7,2\n3,net,5,5\n6,other,101,101\n");
}

TEST_CASE("do where, sort and limit choose rows?") {
    const Filled db;
    store::Query query;
    query.columns = {"point"};
    query.where = "makespan / cube.rows < 0.62 and workload = 'net'";  // 5/11, 6/12: real division
    CHECK(db.answer(query) == "point\n3\n4\n");
    query.where = "workload == 'net' && !(makespan > 7)";
    query.sort = {"-makespan", "energy_pj"};
    CHECK(db.answer(query) == "point\n1\n2\n4\n3\n");
    query.limit = 2;
    CHECK(db.answer(query) == "point\n1\n2\n");
    query = {};
    query.where = "status <> 'ok'";
    query.columns = {"point", "status", "rule", "message", "makespan"};
    CHECK(db.answer(query) ==
          "point,status,rule,message,makespan\n"
          "7,refused,place.capacity,\"too large, by \"\"far\"\"\",\n");
}

TEST_CASE("is a question that the file cannot answer refused with the nearest name?") {
    const Filled db;
    store::Query query;
    query.columns = {"makspan"};
    const auto column = test::refusal_of([&] { db.answer(query); });
    CHECK(column.rule == "query.column");
    CHECK(column.what.find("did you mean 'makespan'?") != std::string::npos);
    query = {};
    for (const char* where : {"makspan > 1",
                              "makespan >",
                              "delete(makespan)",
                              "1; drop table points",
                              "16k > 1",
                              "'open",
                              ""}) {
        query.where = where;
        if (*where != '\0') {
            CAPTURE(where);
            CHECK(db.rule_of(query) == "query.where");
        }
    }
    query = {};
    query.sort = {"nothing"};
    CHECK(db.rule_of(query) == "query.sort");
    query = {};
    query.pareto = {"nothing"};
    CHECK(db.rule_of(query) == "query.pareto");
    query = {};
    query.sweep = "nothing";
    CHECK(db.rule_of(query) == "query.sweep");
}

TEST_CASE("are the usual columns those of the specification?") {
    const Filled db;
    store::Query query;
    query.limit = 0;
    CHECK(db.answer(query).find(
              "point,workload,method,cube.rows,status,makespan,lower_bound,gap,") == 0);
}

TEST_CASE("are JSON rows numbers, texts and null?") {
    const Filled db;
    store::Query query;
    query.columns = {"point", "status", "energy_pj"};
    query.where = "point >= 6";
    std::string text;
    const auto sink = store::json_rows([&](std::string_view piece) { text += piece; });
    store::Reader(db.path()).query(query, *sink);
    CHECK(text ==
          "[\n{\"point\":6,\"status\":\"ok\",\"energy_pj\":101.0},\n"
          "{\"point\":7,\"status\":\"refused\",\"energy_pj\":null}\n]\n");
}

TEST_CASE("does a front of random vectors equal that of all pairs?") {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::vector<double>> all;
        store::ParetoFront front;
        for (std::size_t i = 0; i < 60; ++i) {
            all.push_back({double(random() % 9), double(random() % 9), double(random() % 9)});
            front.offer(all.back(), i);
        }
        std::vector<std::size_t> kept, expected;
        for (const auto& entry : front.entries()) {
            kept.push_back(entry.tag);
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            bool beaten = false;
            for (const auto& other : all) {
                beaten = beaten || store::beats(other, all[i]);
            }
            if (!beaten) {
                expected.push_back(i);
            }
        }
        REQUIRE(kept == expected);
    }
}
