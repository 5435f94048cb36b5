// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/sweep.h"

#include <deque>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;
using Json = nlohmann::ordered_json;

namespace {

/// Points as an export has them, which stay where they are.
struct Rows {
  std::deque<ResultPoint> points;

  void add(Json keys, double throughput, Json ci95 = nullptr) {
    Json row{
        {"point", "hash"}, {"seed", 1}, {"throughput", throughput}, {"throughput_ci95", std::move(ci95)}};
    row.update(keys);
    points.push_back({points.size() + 1, row, {}});
  }
  [[nodiscard]] std::vector<const ResultPoint*> all() const {
    std::vector<const ResultPoint*> all;
    for (const ResultPoint& point : points) all.push_back(&point);
    return all;
  }
};

}  // namespace

TEST_CASE("load is the axis, the other keys tell lines apart, x rises", "[testbenches]") {
  Rows rows;
  for (const double load : {0.9, 0.1, 0.5}) {
    for (const char* name : {"voq", "input"})
      rows.add({{"switch", name}, {"ports", 4}, {"load", load}}, load);
  }
  const Sweep sweep = sweep_of(rows.all());
  CHECK(sweep.x_key == "load");
  CHECK(sweep.keys == std::vector<std::string>{"switch"});
  CHECK(sweep.x.categories.empty());
  REQUIRE(sweep.lines.size() == 2);
  CHECK(sweep.lines[0].name == "voq");
  REQUIRE(sweep.lines[1].places.size() == 3);
  CHECK(sweep.lines[1].places[0].x == 0.1);
  CHECK(sweep.lines[1].places[2].x == 0.9);
  CHECK_FALSE(sweep.seeds);
}

TEST_CASE("a line is named by the keys that its points use", "[testbenches]") {
  Rows rows;
  for (const char* name : {"input", "voq"}) {
    for (const int iterations : {1, 4}) {
      if (name == std::string("input") && iterations == 1) continue;
      for (const double load : {0.5, 0.9}) {
        rows.add({{"switch", name}, {"iterations", iterations}, {"load", load}}, load);
        rows.points.back().config = std::make_shared<RunConfig>(config_of({{"switch", name}}));
      }
    }
  }
  const Sweep sweep = sweep_of(rows.all());
  REQUIRE(sweep.lines.size() == 3);
  CHECK(sweep.lines[0].name == "input");
  CHECK(sweep.lines[1].name == "voq, iterations 1");
  CHECK(sweep.lines[2].name == "voq, iterations 4");
  CHECK(words_of(*rows.all()[0], {"switch", "iterations"}) == "input, iterations 4");
}

TEST_CASE("without a load, the key with the most numbers, a key by name before all", "[testbenches]") {
  Rows rows;
  for (const int depth : {8, 16, 32}) {
    for (const int ports : {2, 4}) rows.add({{"depth", depth}, {"ports", ports}}, 0.5);
  }
  CHECK(sweep_of(rows.all()).x_key == "depth");
  CHECK(sweep_of(rows.all()).x.label == "depth [beats]");
  CHECK(sweep_of(rows.all(), "ports").x_key == "ports");
  CHECK(sweep_of(rows.all(), "ports").lines[2].name == "depth 32");
  CHECK(mentions(message_of<InputError>([&] { sweep_of(rows.all(), "load"); }), {"--x: 'load'", "depth"}));
}

TEST_CASE("words are categories, schedules first, points alike are at one place", "[testbenches]") {
  Rows rows;
  for (const char* name : {"input", "voq"}) {
    for (const char* schedule : {"shift", "pairwise", "linear"})
      rows.add({{"switch", name}, {"schedule", schedule}}, 1);
  }
  const Sweep sweep = sweep_of(rows.all());
  CHECK(sweep.x_key == "schedule");
  CHECK(sweep.x.categories == std::vector<std::string>{"shift", "pairwise", "linear"});
  CHECK(sweep.lines[1].name == "voq");
  CHECK(sweep.lines[1].places[2].x == 2);

  for (const int ports : {4, 8, 12})
    rows.add({{"switch", "voq"}, {"schedule", "shift"}, {"ports", ports}}, 1);
  CHECK(sweep_of(rows.all()).x_key == "schedule");
  rows.add({{"switch", "voq"}, {"schedule", "shift"}, {"ports", 16}}, 1);
  CHECK(sweep_of(rows.all()).x_key == "ports");
  CHECK(sweep_of(rows.all()).left_out == 6);

  Rows one;
  one.add({{"switch", "voq"}}, 1);
  CHECK(sweep_of(one.all()).x.categories.size() == 1);
  CHECK(sweep_of({}).lines.empty());
}

TEST_CASE("a key that some points do not use tells no others apart", "[testbenches]") {
  Rows rows;
  for (const double load : {0.1, 0.2}) {
    rows.add({{"switch", "input"}, {"load", load}}, load);
    rows.add({{"switch", "voq"}, {"iterations", 4}, {"load", load}}, load);
  }
  const Sweep sweep = sweep_of(rows.all());
  CHECK(sweep.keys == std::vector<std::string>{"switch"});
  rows.add({{"switch", "voq"}, {"iterations", 1}, {"load", 0.1}}, 0.1);
  CHECK(sweep_of(rows.all()).lines.back().name == "voq, iterations 1");
  CHECK(sweep_of(rows.all()).lines.front().name == "input");
}

TEST_CASE("a number is the record's, of seeds the mean, with Student's interval", "[testbenches]") {
  Rows rows;
  rows.add({{"load", 0.1}}, 0.1, 0.01);
  for (int seed = 1; seed <= 3; ++seed) rows.add({{"load", 0.5}, {"seed", seed}}, 0.4 + 0.1 * seed, 0.01);
  const Sweep sweep = sweep_of(rows.all());
  REQUIRE(sweep.lines.size() == 1);
  CHECK(sweep.seeds);
  const auto& places = sweep.lines[0].places;
  CHECK(places[0].mean("throughput") == 0.1);
  CHECK(places[0].ci95("throughput", "throughput_ci95") == 0.01);
  CHECK(places[0].ci95("throughput", "") == nullptr);
  CHECK(places[1].mean("throughput").get<double>() == Approx(0.6));
  CHECK(places[1].ci95("throughput", "throughput_ci95").get<double>() == Approx(4.3027 * 0.1 / std::sqrt(3)));
  CHECK(places[1].mean("latency_mean_cycles") == nullptr);
}

TEST_CASE("what is recorded, and how long, tells no points apart, unless that is what is swept",
          "[testbenches]") {
  Rows rows;
  rows.add({{"load", 0.9}, {"cycles", 1000}, {"engine", "fast"}}, 0.9);
  rows.add({{"load", 0.9}, {"cycles", 1000}, {"engine", "fast"}, {"series", 10}}, 0.9);
  rows.add({{"load", 1.0}, {"cycles", 5000}, {"engine", "rtl"}}, 0.6);
  Sweep sweep = sweep_of(rows.all());
  REQUIRE(sweep.lines.size() == 1);
  CHECK(sweep.lines[0].places[0].points.size() == 1);  // not two seeds
  rows.add({{"load", 1.0}, {"cycles", 9000}, {"engine", "rtl"}}, 0.6);
  sweep = sweep_of(rows.all());
  CHECK(sweep.lines.back().name == "cycles 9000, engine rtl");
}
