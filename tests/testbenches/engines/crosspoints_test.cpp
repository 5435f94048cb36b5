// SPDX-License-Identifier: Apache-2.0
// xb_crosspoints is written twice, for simulation and for synthesis: the lock-step tests compare the one with
// the twin, these the other.
#include <fstream>
#include <sstream>

#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Replaces the first `from` of a file, which must be there.
void replace_in(const fs::path& path, const std::string& from, const std::string& to) {
  std::stringstream stream;
  stream << std::ifstream(path).rdbuf();
  std::string text = stream.str();
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error(path.string() + " has no " + from);
  std::ofstream(path) << text.replace(at, from.size(), to);
}

/// What lock-step says of a copy of the RTL that has the crosspoints of hardware, and `to` for `from` in the
/// file of one; empty if nothing.
std::string verdict(const std::string& from, const std::string& to) {
  const ScratchFolder folder;
  const fs::path rtl = folder.path() / "rtl";
  fs::copy(source_dir() / "rtl", rtl, fs::copy_options::recursive);
  replace_in(rtl / "xb_crosspoints.sv", "`ifdef SYNTHESIS", "`ifndef SYNTHESIS");
  replace_in(rtl / "xb_crosspoint.sv", from, to);
  RunConfig config = ends_config("crosspoint", 3);
  config.crosspoint_depth = 1;  // of 16 beats
  config.packet_max = 9;
  config.engine = Engine::Rtl;
  try {
    compare_at_ends(config, rtl, 100);
  } catch (const RunError& error) {
    return error.what();
  }
  return {};
}

const std::string kHead = "assign data_o = held ? held_data : data_i;";

}  // namespace

TEST_CASE("the crosspoints of hardware are equal to the twin's in every cycle", "[testbenches][lockstep]") {
  CHECK(verdict(kHead, kHead).empty());
}

TEST_CASE("a fault in a crosspoint of hardware is caught", "[testbenches][lockstep]") {
  const std::string said = verdict(kHead, "assign data_o = held_data;");
  CHECK(said.find("lock-step difference") != std::string::npos);
}
