// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search_plan.h"

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/experiment/point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/experiment/experiment_text.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

std::string refused(const std::string& text) {
  return message_of<InputError>([&] { search_plans(experiment(text)); });
}

}  // namespace

TEST_CASE("a search is over one key, for each value of the others", "[testbenches]") {
  const Experiment e = experiment(
      "search = \"saturation\"\nload = \"0.5..1 step 0.1\"\nports = [2, 4]\nseeds = 3\n"
      "[[exclude]]\nload = 0.7\nports = 4\n");
  const auto plans = search_plans(e);
  REQUIRE(plans.size() == 6);
  CHECK(plans[0].candidates.size() == 6);
  CHECK(plans[3].candidates.size() == 5);
  CHECK(plans[0].candidates.front().traffic->load == 0.5);
  CHECK(plans[0].stands_for().traffic->load == 1);
  CHECK(plans[4].candidates[0].ports == 4);
  CHECK(plans[4].candidates[0].seed == 2);
}

TEST_CASE("without loads a search has those from 0.005 to 1, and depths fall", "[testbenches]") {
  const auto loads = search_plans(experiment("search = \"saturation\"\n"));
  REQUIRE(loads.size() == 1);
  CHECK(loads[0].candidates.size() == 200);
  CHECK(loads[0].candidates[1].traffic->load == 0.01);
  const auto depths = search_plans(
      experiment("search = \"depth\"\nmax-loss = 0.01\nflow = \"drop\"\ndepth = [64, 256, 32, 64]\n"));
  REQUIRE(depths.size() == 1);
  REQUIRE(depths[0].candidates.size() == 3);
  CHECK(depths[0].candidates[0].depth == 256);
  CHECK(depths[0].stands_for().depth == 32);
  const auto headrooms =
      search_plans(experiment("search = \"headroom\"\nflow = \"pfc\"\nheadroom = [4, 6, 5]\n"));
  REQUIRE(headrooms.size() == 1);
  CHECK(headrooms[0].stands_for().headroom == 4U);
}

TEST_CASE("flags replace what a file searches for", "[testbenches]") {
  Experiment e = experiment("search = \"saturation\"\nload = [0.5, 0.6]\n");
  e.replace({"search", {"none"}, "--search"});
  CHECK(e.points().size() == 2);
  e.replace({"search", {"depth"}, "--search"});
  e.replace({"min-throughput", {"99 %"}, "--min-throughput"});
  e.replace({"depth", {"8..64 step 8"}, "--depth"});
  const auto plans = search_plans(e);
  CHECK(plans.size() == 2);
  CHECK(e.search.min_throughput.value().of_offered);
  CHECK(e.search.min_throughput.value().value == 0.99);
  const auto two_values = [&] { e.replace({"search", {"depth", "none"}, "--set"}); };
  CHECK(message_of<InputError>(two_values).find("one value") != std::string::npos);
}

TEST_CASE("what a search cannot be is refused with its place", "[testbenches]") {
  const auto has = [](const std::string& message, const std::string& part) {
    CAPTURE(message, part);
    CHECK(message.find(part) != std::string::npos);
  };
  has(refused("search = \"knee\"\n"),
      "x.toml:1:10: search: 'knee' is not allowed; allowed: none saturation depth headroom");
  has(refused("schedule = \"liquid\"\nsearch = \"tabu\"\n"), "x.toml:2:10: search: 'tabu' is not allowed");
  has(refused("search = \"tabu\"\n"), "step-search = \"tabu\"");
  has(refused("search = \"depth\"\n"), "without a target");
  has(refused("max-loss = 0.1\n"), "max-loss: not allowed with search 'none'");
  has(refused("search = \"saturation\"\nmax-loss = 0.1\n"), "max-loss: not allowed with search 'saturation'");
  has(refused("search = \"depth\"\nmax-loss = 0\nflow = \"drop\"\n"),
      "x.toml:2:12: max-loss: '0' is not allowed");
  has(refused("search = \"depth\"\nmin-throughput = \"101%\"\n"), "x.toml:2:18: min-throughput: '101%'");
  has(refused("search = \"depth\"\nmax-loss = 0.1\ndepth = [8, 16]\n"), "allowed: with flow drop");
  has(refused("search = \"saturation\"\nload = 0.5\n"), "allowed: values to search among");
  has(refused("search = \"saturation\"\nreplay = \"load\"\ntraffic = \"capture:" XBARLAB_SOURCE_DIR
              "/labs/3-shared-buffers/incast.pcap\"\n"),
      "allowed: with random traffic, or search depth");
  CHECK_NOTHROW(search_plans(
      experiment("search = \"depth\"\nmin-throughput = 0.5\ndepth = [64, 128]\nschedule = \"shift\"\n")));
  has(refused("serach = \"saturation\"\n"), "unknown key 'serach'; allowed: 'search', the nearest");
  has(message_of<InputError>([] { (void)experiment("search = \"saturation\"\n").setups(); }),
      "with xbarlab run");
}

TEST_CASE("what is found is expected of a search", "[testbenches]") {
  const Experiment e = experiment(
      "switch = \"input\"\nsearch = \"saturation\"\nports = [2, 4]\n"
      "[[expect]]\nmeasure = \"found\"\ntheory = \"input-saturation\"\ntolerance = 0.01\n"
      "[[expect]]\nmeasure = \"throughput\"\nvalues = [0.75, 0.655]\ntolerance = 0.01\n");
  const auto plans = search_plans(e);
  REQUIRE(plans.size() == 2);
  const auto verdict_of = [&](std::size_t expectation, double found, double uncertain) {
    Point point{plans[1].candidates[100], {}, 2, FoundValue{found, uncertain, plans[1].stands_for()}};
    point.result.throughput = {0.655, 0.001};
    return judge(e.expectations[expectation], point).value();
  };
  CHECK(verdict_of(0, 0.655, 0).kind == Verdict::Kind::Ok);
  CHECK(verdict_of(0, 0.655, 0).expected == Approx(0.6552).margin(1e-4));
  CHECK(verdict_of(0, 0.64, 0).kind == Verdict::Kind::Off);
  CHECK(verdict_of(0, 0.655, 0.02).kind == Verdict::Kind::NotTight);
  CHECK(verdict_of(1, 0.64, 0).kind == Verdict::Kind::Ok);
  CHECK(verdict_of(1, 0.64, 0).expected == 0.655);

  const std::string search = "search = \"saturation\"\nports = [2, 4]\n[expect]\n";
  CHECK(message_of<InputError>([&] {
          experiment(search + "measure = \"found\"\nvalues = [1, 2, 3]\ntolerance = 0\n");
        }).find("3 values are not allowed") != std::string::npos);
  CHECK(message_of<InputError>([&] {
          experiment("[expect]\nmeasure = \"found\"\nat-least = 1\n");
        }).find("'found' is not allowed") != std::string::npos);
  CHECK(message_of<InputError>([&] {
          experiment(search + "measure = \"throughput\"\ntheory = \"input-saturation\"\ntolerance = 1\n");
        }).find("with measure found") != std::string::npos);
}
