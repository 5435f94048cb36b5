// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/plot.h"

#include <algorithm>
#include <fstream>

#include "host/point/run_config.h"
#include "host/run/measure_table.h"
#include "host/run/run_result.h"
#include "testbenches/experiment/experiment_file.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/experiment/experiment_text.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

std::vector<Plot> plots_of(const std::string& text) { return experiment(text).plots; }

std::string plot_refusal(const std::string& text) {
  return message_of<InputError>([&] { plots_of(text); });
}

}  // namespace

TEST_CASE("a study's file says which plots its report has", "[testbenches]") {
  const auto plots = plots_of(R"(
load = [0.1, 0.2]
ports = [2, 4]

[[plot]]
y = ["latency.mean", "latency.p99"]
x = "load"
by = "switch"
where = {ports = [2, 4]}
title = "a title"
log = true

[[plot]]
y = "throughput"

[[plot]]
figure = "latency-distribution"
)");
  REQUIRE(plots.size() == 3);
  CHECK(plots[0].measures == std::vector<std::string>{"latency.mean", "latency.p99"});
  CHECK(plots[0].x == "load");
  CHECK(plots[0].by == std::vector<std::string>{"switch"});
  CHECK_FALSE(plots[0].by_all);
  REQUIRE(plots[0].where.size() == 1);
  CHECK(plots[0].where[0].values == std::vector<std::string>{"2", "4"});
  CHECK(plots[0].title == "a title");
  CHECK(plots[0].log);
  CHECK(plots[1].measures == std::vector<std::string>{"throughput"});
  CHECK(plots[1].by_all);
  CHECK(plots[2].figure == "latency-distribution");
}

TEST_CASE("all that is wrong with plots is said with its line and the nearest name", "[testbenches]") {
  const std::string what = plot_refusal(R"([[plot]]
y = "latency.p98"
x = "laod"
bye = "switch"
[[plot]]
figure = "thruput"
[[plot]]
log = 1
by = ["switch", "prots"]
y = "loss"
[[plot]]
title = "nothing"
[[plot]]
y = "loss"
figure = "loss"
)");
  CHECK(std::count(what.begin(), what.end(), '\n') == 7);
  CHECK(mentions(
      what, {":2:5: plot.y: 'latency.p98' is not allowed; allowed: 'latency.p99', the nearest; of ",
             "  | y = \"latency.p98\"\n", ":3:5: plot.x: 'laod' is not allowed; allowed: 'load', the",
             ":4:1: unknown key 'plot.bye'; allowed: 'by', the nearest; of figure y x by where",
             ":6:10: plot.figure: 'thruput'", ":8:7: plot.log: '1' is not allowed; allowed: true false",
             ":9:17: plot.by: 'prots' is not allowed; allowed: 'ports', the nearest",
             ":11:1: plot: incomplete or too much; allowed: either y or figure", ":13:1: plot: incompl"}));
  CHECK(mentions(plot_refusal("plot = 3\n"),
                 {":1:8: plot: '3' is not allowed; allowed: [[plot]], once or more"}));
  CHECK(mentions(
      plot_refusal("[[case]]\nplot = 3\n"),
      {":2:1: unknown key 'case.plot'; allowed: the keys of xbarlab run --help; title, seeds, plot"}));
}
