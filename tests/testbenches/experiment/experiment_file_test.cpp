// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/experiment_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

std::vector<RunConfig> points_in(const std::string& toml, const std::vector<std::string>& sets = {}) {
  const ScratchFolder folder;
  const auto file = folder.path() / "x.toml";
  std::ofstream(file) << toml;
  Experiment experiment = read_experiment(file);
  for (const auto& assignment : sets) experiment.replace(parse_assignment(assignment));
  return experiment.points();
}

std::string error_in(const std::string& toml) {
  return message_of<InputError>([&] { points_in(toml); });
}

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("lists are swept, the last key of the file turning fastest", "[testbenches]") {
  const auto points = points_in("title = \"t\"\nports = [2, 4]\nload = [0.5, 1]\n");
  REQUIRE(points.size() == 4);
  CHECK(points[0].ports == 2);
  CHECK(points[1].ports == 2);
  CHECK(points[1].traffic->load == 1.0);
  CHECK(points[2].ports == 4);
  CHECK(points[2].traffic->load == 0.5);
}

TEST_CASE("a key given with --set replaces that of the file and may be a list", "[testbenches]") {
  const auto points = points_in("ports = [2, 4]\nload = 1\n", {"ports=8,16,32", "seed=7"});
  REQUIRE(points.size() == 3);
  CHECK(points[2].ports == 32);
  CHECK(points[2].seed == 7);
  CHECK(points[2].traffic->load == 1.0);
}

TEST_CASE("cases are swept one after the other, each with keys of its own", "[testbenches]") {
  const std::string toml = "load = [0.5, 1]\n[[case]]\nports = 2\n[[case]]\nports = [4, 8]\npacket = 3\n";
  const auto points = points_in(toml);
  REQUIRE(points.size() == 6);
  CHECK(points[0].ports == 2);
  CHECK(points[1].traffic->load == 1.0);
  CHECK(points[2].ports == 4);
  CHECK(points[3].ports == 8);
  CHECK(points[3].traffic->load == 0.5);
  CHECK(points[1].packet_max == 1);
  CHECK(points[3].packet_max == 3);
  const auto replaced = points_in(toml, {"ports=16"});
  REQUIRE(replaced.size() == 4);
  for (const auto& point : replaced) CHECK(point.ports == 16);
  CHECK(has_text(error_in("[[case]]\nports = 2\n[[case]]\nports = 65\n"), "x.toml:4:9: ports: '65'"));
  CHECK(has_text(error_in("case = 3\n"), "x.toml:1:8: case"));
}

TEST_CASE("a key of a case has the values that it has there, and none of the file's", "[testbenches]") {
  const auto points =
      points_in("ports = [2, 4, 8]\nload = [0.5, 1]\n[[case]]\nports = [16, 32]\n[[case]]\npacket = 3\n");
  REQUIRE(points.size() == 4 + 6);
  CHECK(points[0].ports == 16);
  CHECK(points[1].ports == 32);
  CHECK(points[1].traffic->load == 0.5);
  CHECK(points[2].traffic->load == 1.0);
  CHECK(points[4].ports == 2);
  CHECK(points[4].packet_max == 3);
}

TEST_CASE("files that keys name are beside the experiment", "[testbenches]") {
  const ScratchFolder folder;
  const auto file = folder.path() / "x.toml";
  std::ofstream(file) << "schedule = \"shift\"\ncluster = \"hosts.toml\"\n"
                         "topology = [\"net.toml\", \"mesh(4,4)\"]\n";
  std::ofstream(folder.path() / "hosts.toml") << "clock-period = \"1ns\"\n";
  std::ofstream(folder.path() / "net.toml") << "[[switch]]\nname = \"s\"\nhosts = 4\n";
  const auto points = read_experiment(file).points();
  REQUIRE(points.size() == 2);
  CHECK(points[0].cluster.text() == (folder.path() / "hosts.toml").string());
  CHECK(points[0].topology.text() == (folder.path() / "net.toml").string());
  CHECK(points[1].topology.text() == "mesh(4,4)");
  std::ofstream(file) << "flow-sizes = [\"sizes.txt\", \"web-search\"]\n";
  CHECK(read_experiment(file).keys.at(0).values ==
        std::vector<std::string>{(folder.path() / "sizes.txt").string(), "web-search"});
}

TEST_CASE("a capture that traffic names is beside the experiment", "[testbenches]") {
  const ScratchFolder folder;
  const auto file = folder.path() / "x.toml";
  std::ofstream(file) << "traffic = [\"capture:in.pcap\", \"capture:/tmp/in.pcap\", \"one-hot\"]\n";
  const auto read = read_experiment(file);
  REQUIRE(read.keys.size() == 1);
  CHECK(read.keys[0].values == std::vector<std::string>{"capture:" + (folder.path() / "in.pcap").string(),
                                                        "capture:/tmp/in.pcap", "one-hot"});
}

TEST_CASE("keys of an included file come first, and the experiment's own go before them", "[testbenches]") {
  const ScratchFolder folder;
  const auto points = [&](const std::string& shared, const std::string& own) {
    std::ofstream(folder.path() / "shared.toml") << shared;
    std::ofstream(folder.path() / "x.toml") << own;
    return read_experiment(folder.path() / "x.toml").points();
  };
  const std::string shared = "ports = [2, 4]\nload = 0.25\n";
  const auto both = points(shared, "packet = [1, 3]\ninclude = \"shared.toml\"\nload = 1\n");
  REQUIRE(both.size() == 4);
  CHECK(both[1].ports == 2);
  CHECK(both[1].packet_max == 3);
  CHECK(both[1].traffic->load == 1.0);
  const auto refusal = [&](const std::string& included, const std::string& own) {
    try {
      points(included, own);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string include = "include = \"shared.toml\"\n";
  CHECK(has_text(refusal("\nports = 65\n", include), "shared.toml:2:9: ports: '65'"));
  CHECK(has_text(refusal("title = \"t\"\n", include),
                 "shared.toml:1:9: title: not allowed in an included file; allowed: "));
  CHECK(has_text(refusal("load = 1\n[[expect]]\nmeasure = \"loss\"\n", include),
                 "shared.toml:2:1: expect: not allowed in an included file; allowed: "));
  CHECK(has_text(refusal("ports = \n", include), "shared.toml:1"));
  CHECK(has_text(refusal("", "\ninclude = \"none.toml\"\n"), "x.toml:2:11: include: '"));
  CHECK(has_text(refusal("", "include = [\"shared.toml\"]\n"), "x.toml:1:11: include"));
}

TEST_CASE("a key that no point uses is refused, one that some point uses is not", "[testbenches]") {
  CHECK(has_text(error_in("switch = \"output\"\narbiter = \"random\"\n"), "arbiter: 'random'"));
  CHECK(points_in("switch = [\"input\", \"output\"]\narbiter = \"random\"\n").size() == 2);
}

TEST_CASE("a wrong value is named with file, line, key, value and what is allowed", "[testbenches]") {
  const std::string wrong_load = error_in("ports = 4\n\nload = 1.5\n");
  CAPTURE(wrong_load);
  CHECK(has_text(wrong_load, "x.toml:3"));
  CHECK(has_text(wrong_load, "load"));
  CHECK(has_text(wrong_load, "1.5"));
  CHECK(has_text(wrong_load, "0..1"));
  CHECK(has_text(error_in("ports = 4\nprots = 4\n"),
                 "x.toml:2:1: unknown key 'prots'; allowed: 'ports', the nearest"));
  CHECK(has_text(error_in("ports = [2, 65]\n"), "'65'"));
  CHECK(has_text(error_in("ports = {a = 1}\n"), "x.toml:1"));
  CHECK(has_text(error_in("ports = \n"), "x.toml:1"));
  CHECK(has_text(error_in("load = []\n"), "at least one value"));
}

// One case, because reading all experiments takes seconds.
TEST_CASE(
    "every experiment of the lab says what it is of, has points that may run, and origins of what it expects",
    "[testbenches]") {
  unsigned files = 0;
  std::size_t expected = 0, refuted = 0;
  for (const auto& entry : std::filesystem::directory_iterator(XBARLAB_SOURCE_DIR "/experiments")) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path());
    const Experiment experiment = read_experiment(entry.path());
    CHECK_FALSE(experiment.source.empty());
    // All points have been worked out when the file was read.
    std::size_t first = 0;
    experiment.each_point([&](const RunConfig&) { ++first; }, [](std::size_t number) { return number == 0; });
    CHECK(first == 1);
    for (const Expectation& e : experiment.expectations) {
      INFO(e.place << ": " << e.measure);
      CHECK(e.origin != Origin::None);
      ++expected;
      if (e.refuted.empty()) continue;
      CHECK_FALSE(e.claim.empty());
      ++refuted;
    }
    ++files;
  }
  CHECK(files >= 27);
  CHECK(expected > 80);
  CHECK(refuted >= 10);
}

TEST_CASE("commas in parentheses do not separate the values of --set", "[testbenches]") {
  using Values = std::vector<std::string>;
  CHECK(parse_assignment("topology=mesh(4,4),torus(4,4)").values == Values{"mesh(4,4)", "torus(4,4)"});
  CHECK(parse_assignment("topology=k-ring,mesh(2,2),").values == Values{"k-ring", "mesh(2,2)", ""});
  CHECK(parse_assignment("load=0.1,0.2").values == Values{"0.1", "0.2"});
  CHECK(parse_assignment("topology=mesh(4,4").values == Values{"mesh(4,4"});
  CHECK(parse_assignment("topology=mesh)4,4").values == Values{"mesh)4", "4"});
}

TEST_CASE("a range in a file, a list or --set is swept", "[testbenches]") {
  const auto points = points_in("load = \"0.05..0.95 step 0.05\"\npacket = \"1..4\"\n");
  REQUIRE(points.size() == 19);
  CHECK(points[2].traffic->load == 0.15);
  CHECK(points[18].traffic->load == 0.95);
  CHECK(points[0].packet_min == 1);
  CHECK(points[0].packet_max == 4);
  const auto mixed = points_in("ports = [2, \"4..8 step 2\", 16]\n");
  REQUIRE(mixed.size() == 5);
  CHECK(mixed[3].ports == 8);
  CHECK(points_in("load = 0.1\n", {"load=0.1..0.3 step 0.1"}).size() == 3);
  CHECK(points_in("load = 0.1\n", {"load=0.1..0.3 step 0.1,0.9"}).size() == 4);
  CHECK(
      has_text(error_in("load = 0.1\nports = [2, \"4..2 step 1\"]\n"), "x.toml:2:13: ports: '4..2 step 1'"));
  CHECK(has_text(error_in("load = \"0.5..1.5 step 0.5\"\n"), "x.toml:1:8: load: '1.5'"));
}

TEST_CASE("seeds are points of their own, which turn fastest", "[testbenches]") {
  const auto points = points_in("seeds = 3\nload = [0.5, 1]\n[[case]]\nports = 2\n[[case]]\nports = 4\n");
  REQUIRE(points.size() == 12);
  CHECK(points[0].seed == 1);
  CHECK(points[2].seed == 3);
  CHECK(points[2].traffic->load == 0.5);
  CHECK(points[3].traffic->load == 1.0);
  CHECK(points[11].ports == 4);
  CHECK(points_in("seeds = 3\n", {"seeds=5"}).size() == 5);
  CHECK(points_in("seed = [7, 8]\n", {"seeds=5"}).size() == 5);
  const auto one = points_in("seeds = 3\n", {"seed=9"});
  REQUIRE(one.size() == 1);
  CHECK(one[0].seed == 9);
  CHECK(has_text(error_in("seeds = 0\n"), "x.toml:1:9: seeds: '0' is not allowed; allowed: 1.."));
  CHECK(has_text(error_in("seeds = 2\nseed = 3\n"), "x.toml:1:9: seeds: not allowed beside seed"));
  CHECK(has_text(error_in("seeds = 2\n[[case]]\nseed = 3\n"), "x.toml:1:9: seeds: not allowed beside seed"));
}

TEST_CASE("listed values are for points, whatever their seeds", "[testbenches]") {
  const std::string toml =
      "seeds = 2\nload = [0.2, 0.5]\n[expect]\nmeasure = \"throughput\"\ntolerance = 0\nvalues = [3, 4]\n";
  const ScratchFolder folder;
  std::ofstream(folder.path() / "x.toml") << toml;
  const Experiment e = read_experiment(folder.path() / "x.toml");
  const auto points = e.points();
  REQUIRE(points.size() == 4);
  CHECK(e.expectations.at(0).expected(points[1]) == 3.0);
  CHECK(e.expectations.at(0).expected(points[3]) == 4.0);
}

TEST_CASE("points that match all keys of an exclusion are left out", "[testbenches]") {
  const std::string swept = "switch = [\"input\", \"output\"]\nports = [2, 4, 8]\n";
  const auto points = points_in(swept + "[[exclude]]\nswitch = \"output\"\nports = [4, 8]\n");
  REQUIRE(points.size() == 4);
  CHECK(points[3].switch_name == "output");
  CHECK(points[3].ports == 2);
  CHECK(points_in(swept + "[[exclude]]\nports = \"2..4 step 2\"\n[[exclude]]\nswitch = \"input\"\n").size() ==
        1);
  CHECK(has_text(error_in(swept + "[[exclude]]\nports = 2\n[[exclude]]\nports = 16\n"),
                 "x.toml:5:1: exclude: no point has these values"));
  CHECK(has_text(error_in(swept + "[[exclude]]\nports = [2, 4, 8]\n"), "all points are left out"));
  CHECK(has_text(error_in(swept + "[[exclude]]\nport = 2\n"), "x.toml:4"));
  CHECK(has_text(error_in(swept + "[[exclude]]\n"), "x.toml:3:1: exclude: not allowed without a key"));
  CHECK(has_text(error_in(swept + "exclude = 3\n"),
                 "x.toml:3:11: exclude: '3' is not allowed; allowed: [[exclude]]"));
}

TEST_CASE("an excluded point need not be allowed, and flags may leave nothing to exclude", "[testbenches]") {
  const std::string toml = "ports = [2, 3]\nschedule = \"pairwise-xor\"\n[[exclude]]\nports = 3\n";
  CHECK(points_in(toml).size() == 1);
  CHECK(points_in(toml, {"ports=4"}).size() == 1);
}

TEST_CASE("all that is wrong with a file is said at once, each with its line", "[testbenches]") {
  const std::string message =
      error_in("prots = 4\nload = [0.5, 1.5, -1]\nswitch = \"vok\"\n[expect]\nmeasur = 3\nper = \"hour\"\n");
  CAPTURE(message);
  CHECK(has_text(message, "x.toml:1:1: unknown key 'prots'; allowed: 'ports', the nearest"));
  CHECK(has_text(
      message,
      "x.toml:2:14: load: '1.5' is not allowed; allowed: 0..1 of the line rate  | load = [0.5, 1.5, -1]\n"));
  CHECK(has_text(message, "x.toml:2:19: load: '-1'"));
  CHECK(has_text(message, "x.toml:3:10: switch: 'vok'"));
  CHECK(has_text(message, "x.toml:5:1: unknown key 'expect.measur'; allowed: 'measure', the nearest"));
  CHECK(has_text(message, "x.toml:6:7: expect.per: 'hour'"));
  CHECK(std::count(message.begin(), message.end(), '\n') == 5);
  // Values by themselves, too, and a key that takes another into account.
  CHECK(has_text(error_in("load = 1.5\nports = 1\n"), "\n"));
  const std::string across = error_in("schedule = \"shift\"\nports = [2, 4, 8]\nflow = \"drop\"\n");
  CAPTURE(across);
  CHECK(has_text(across, "x.toml:3:8: flow: 'drop'"));
  CHECK(std::count(across.begin(), across.end(), '\n') == 0);  // said once, not for each point
}

TEST_CASE("of very many errors the first are shown", "[testbenches]") {
  std::string toml;
  for (int n = 0; n < 50; ++n) toml += "unknown" + std::to_string(n) + " = 1\n";
  const std::string message = error_in(toml);
  CHECK(std::count(message.begin(), message.end(), '\n') == 20);
  CHECK(has_text(message, "and 30 more"));
}
