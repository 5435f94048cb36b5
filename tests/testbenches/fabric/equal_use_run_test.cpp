// SPDX-License-Identifier: Apache-2.0
// What runs use of several shortest paths, and the links that they name as idle.
#include <algorithm>
#include <fstream>

#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// Two switches with a host each, and two ways between them, by north and by south.
std::string two_ways(const ScratchFolder& folder) {
  const std::string path = folder.path() / "two-ways.toml";
  std::ofstream file(path);
  file << "routing = \"shortest\"\n";
  for (const auto& [name, hosts] : {std::pair{"west", 1}, {"east", 1}, {"north", 0}, {"south", 0}})
    file << "[[switch]]\nname = \"" << name << "\"\nhosts = " << hosts << "\n";
  for (const char* side : {"west", "east"}) {
    for (const char* middle : {"north", "south"})
      file << "[[link]]\nbetween = [\"" << side << "\", \"" << middle << "\"]\n";
  }
  return path;
}

}  // namespace

TEST_CASE("with flow drop a fat tree uses its whole core") {
  for (const char* name : {"fat-tree(4)", "fat-tree(6)"}) {
    CAPTURE(name);
    const RunResult r =
        measured("switch voq, flow drop, load 0.5, cycles 20000, warmup 1000", {{"topology", name}});
    double least = 1, most = 0;
    unsigned links = 0;
    for (const LinkResult& link : r.network->links) {
      if (link.from.rfind("core", 0) != 0 && link.to.rfind("core", 0) != 0) continue;
      least = std::min(least, link.utilisation);
      most = std::max(most, link.utilisation);
      ++links;
    }
    CHECK(links == (name[9] == '4' ? 32 : 108));
    CHECK(least > 0);
    CHECK(most <= 1.1 * least);
    CHECK(r.network->idle_links.empty());
  }
}

TEST_CASE("a run names the links of shortest paths that carried nothing") {
  const ScratchFolder folder;
  const auto idle = [&](const char* traffic, const std::string& run = "load 0.5, cycles 2000") {
    return measured(run + ", flow drop, warmup 0", {{"topology", two_ways(folder)}, {"traffic", traffic}})
        .network->idle_links;
  };
  // One destination each way, and so one path each way: the other one's two links are idle.
  CHECK(idle("permutation") ==
        std::vector<std::string>{"west -> south", "east -> south", "south -> west", "south -> east"});
  // A window that is over before a packet is: its links are not idle.
  CHECK(idle("permutation", "packet 1000, load 1, cycles 500") ==
        std::vector<std::string>{"west -> south", "east -> south", "south -> west", "south -> east"});
  // Only host 0 is sent to: what leads from west is on no path of what was sent.
  CHECK(idle("one-hot") == std::vector<std::string>{"east -> south", "south -> west"});
}
