// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/experiment_file.h"

#include <filesystem>
#include <fstream>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

std::vector<RunConfig> points_of(const std::string& toml, const std::vector<std::string>& sets = {}) {
  const ScratchFolder folder;
  const auto file = folder.path() / "x.toml";
  std::ofstream(file) << toml;
  Experiment experiment = read_experiment(file);
  for (const auto& assignment : sets) experiment.replace(parse_assignment(assignment));
  return experiment.points();
}

std::string message_of(const std::string& toml) {
  try {
    points_of(toml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("lists are swept, the last key of the file turning fastest", "[testbenches]") {
  const auto points = points_of("title = \"t\"\nports = [2, 4]\nload = [0.5, 1]\n");
  REQUIRE(points.size() == 4);
  CHECK(points[0].ports == 2);
  CHECK(points[1].ports == 2);
  CHECK(points[1].load == 1.0);
  CHECK(points[2].ports == 4);
  CHECK(points[2].load == 0.5);
}

TEST_CASE("a key given with --set replaces that of the file and may be a list", "[testbenches]") {
  const auto points = points_of("ports = [2, 4]\nload = 1\n", {"ports=8,16,32", "seed=7"});
  REQUIRE(points.size() == 3);
  CHECK(points[2].ports == 32);
  CHECK(points[2].seed == 7);
  CHECK(points[2].load == 1.0);
}

TEST_CASE("cases are swept one after the other, each with keys of its own", "[testbenches]") {
  const std::string toml = "load = [0.5, 1]\n[[case]]\nports = 2\n[[case]]\nports = [4, 8]\npacket = 3\n";
  const auto points = points_of(toml);
  REQUIRE(points.size() == 6);
  CHECK(points[0].ports == 2);
  CHECK(points[1].load == 1.0);
  CHECK(points[2].ports == 4);
  CHECK(points[3].ports == 8);
  CHECK(points[3].load == 0.5);
  CHECK(points[1].packet_max == 1);
  CHECK(points[3].packet_max == 3);
  const auto replaced = points_of(toml, {"ports=16"});
  REQUIRE(replaced.size() == 4);
  for (const auto& point : replaced) CHECK(point.ports == 16);
  CHECK(contains(message_of("[[case]]\nports = 2\n[[case]]\nports = 65\n"), "x.toml:4: ports: '65'"));
  CHECK(contains(message_of("case = 3\n"), "x.toml:1: case"));
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
  CHECK(points[0].cluster == (folder.path() / "hosts.toml").string());
  CHECK(points[0].topology == (folder.path() / "net.toml").string());
  CHECK(points[1].topology == "mesh(4,4)");
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
  CHECK(both[1].load == 1.0);
  const auto refusal = [&](const std::string& included, const std::string& own) {
    try {
      points(included, own);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string include = "include = \"shared.toml\"\n";
  CHECK(contains(refusal("\nports = 65\n", include), "shared.toml:2: ports: '65'"));
  CHECK(contains(refusal("title = \"t\"\n", include), "shared.toml:1: unknown key 'title'"));
  CHECK(contains(refusal("ports = \n", include), "shared.toml:1"));
  CHECK(contains(refusal("", "\ninclude = \"none.toml\"\n"), "x.toml:2: include: '"));
  CHECK(contains(refusal("", "include = [\"shared.toml\"]\n"), "x.toml:1: include"));
}

TEST_CASE("a key that no point uses is refused, one that some point uses is not", "[testbenches]") {
  CHECK(contains(message_of("switch = \"output\"\narbiter = \"random\"\n"), "arbiter: 'random'"));
  CHECK(points_of("switch = [\"input\", \"output\"]\narbiter = \"random\"\n").size() == 2);
}

TEST_CASE("a wrong value is named with file, line, key, value and what is allowed", "[testbenches]") {
  const std::string wrong_load = message_of("ports = 4\n\nload = 1.5\n");
  CAPTURE(wrong_load);
  CHECK(contains(wrong_load, "x.toml:3"));
  CHECK(contains(wrong_load, "load"));
  CHECK(contains(wrong_load, "1.5"));
  CHECK(contains(wrong_load, "0..1"));
  CHECK(contains(message_of("ports = 4\nprots = 4\n"), "x.toml:2: unknown key 'prots'"));
  CHECK(contains(message_of("ports = [2, 65]\n"), "'65'"));
  CHECK(contains(message_of("ports = {a = 1}\n"), "x.toml:1"));
  CHECK(contains(message_of("ports = \n"), "x.toml:1"));
  CHECK(contains(message_of("load = []\n"), "at least one value"));
}

TEST_CASE("every experiment of the lab has points that may run", "[testbenches]") {
  unsigned files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(XBARLAB_SOURCE_DIR "/experiments")) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path());
    CHECK_FALSE(read_experiment(entry.path()).points().empty());
    ++files;
  }
  CHECK(files >= 27);
}

TEST_CASE("commas in parentheses do not separate the values of --set", "[testbenches]") {
  using Values = std::vector<std::string>;
  CHECK(parse_assignment("topology=mesh(4,4),torus(4,4)").values == Values{"mesh(4,4)", "torus(4,4)"});
  CHECK(parse_assignment("topology=k-ring,mesh(2,2),").values == Values{"k-ring", "mesh(2,2)", ""});
  CHECK(parse_assignment("load=0.1,0.2").values == Values{"0.1", "0.2"});
  CHECK(parse_assignment("topology=mesh(4,4").values == Values{"mesh(4,4"});
  CHECK(parse_assignment("topology=mesh)4,4").values == Values{"mesh)4", "4"});
}
