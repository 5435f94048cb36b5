// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_case.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// What a golden trace has in it.
struct Contents {
  unsigned cycles = 0, head_of_line = 0, pool = 0, held_off = 0, drops = 0;
};

Contents contents_of(const GoldenCase& one) {
  Contents contents;
  std::istringstream lines(text_of(one.golden_file));
  for (std::string line; std::getline(lines, line);) {
    if (line.front() == '#') continue;
    ++contents.cycles;
    const std::size_t drops = line.rfind("||"), held = line.rfind("||", drops - 1);
    const std::string letters = line.substr(held, drops - held);
    const std::string inputs = line.substr(0, line.find("||", line.find("||") + 2));
    contents.head_of_line += static_cast<unsigned>(std::count(letters.begin(), letters.end(), 'h'));
    contents.pool += static_cast<unsigned>(std::count(letters.begin(), letters.end(), 'p'));
    contents.held_off += inputs.find(" # ") != std::string::npos ? 1 : 0;
    contents.drops = static_cast<unsigned>(std::stoul(line.substr(drops + 2)));
  }
  return contents;
}

}  // namespace

TEST_CASE("golden cases are short, say what they show, and show it", "[testbenches][golden]") {
  std::set<std::string> switches;
  for (const GoldenCase& one : read_golden_cases(source_dir() / "waves/golden")) {
    CAPTURE(one.name);
    const Setup setup = one.setup("rtl");
    switches.insert(setup.entry->variant.empty() ? setup.entry->name : setup.entry->variant);
    CHECK(one.engines == std::vector<std::string>{"rtl", "systemc", "fast"});
    CHECK(text_of(one.point_file).front() == '#');
    const Contents contents = contents_of(one);
    CHECK(contents.cycles >= 10);
    CHECK(contents.cycles <= 200);
    const bool held_at_fifos = one.name.rfind("input-", 0) == 0 || one.name == "window-look-ahead";
    if (one.name.find("back-pressure") == std::string::npos)
      CHECK((contents.head_of_line > 0) == held_at_fifos);
    if (one.name.find("back-pressure") != std::string::npos) CHECK(contents.held_off > 0);
    CHECK((contents.drops > 0) == (one.name == "shared-threshold-drop"));
    if (one.name == "shared-threshold-drop") CHECK(contents.pool > 0);
  }
  CHECK(switches == std::set<std::string>{"input", "output", "shared", "voq", "crosspoint",
                                          "input with a window", "cicq-lqf"});
}

TEST_CASE("a golden case of a device, or of a user's modules, runs on the RTL alone",
          "[testbenches][golden]") {
  const ScratchFolder folder;
  const std::string device = (source_dir() / "examples/quad-switch/quad_switch.toml").string();
  std::filesystem::create_directory(folder.path() / "my_rtl");
  const auto write = [&](const char* name, const std::string& keys) {
    std::ofstream(folder.path() / name) << "ports = 4\n" << keys;
  };
  write("a.toml", "device = \"" + device + "\"\n");
  write("b.toml", "device = \"" + device + "\"\nengine = \"fast\"\n");
  write("c.toml", "rtl = \"my_rtl\"\n");
  write("d.toml", "rtl = \"my_rtl\"\nengine = \"lockstep\"\n");
  const auto cases = read_golden_cases(folder.path());
  REQUIRE(cases.size() == 4);
  CHECK((cases[0].error.empty() && cases[0].engines == std::vector<std::string>{"rtl"}));
  CHECK(mentions(cases[1].error, {"engine: 'fast' is not allowed with a device; allowed: rtl"}));
  CHECK((cases[2].error.empty() && cases[2].engines == std::vector<std::string>{"rtl"}));
  CHECK((cases[3].error.empty() && cases[3].engines == std::vector<std::string>{"lockstep"}));
}

TEST_CASE("what is no golden case is refused", "[testbenches][golden]") {
  const ScratchFolder folder;
  const auto refusal = [&] { return message_of<InputError>([&] { read_golden_cases(folder.path()); }); };
  std::ofstream(folder.path() / "one.toml") << "ports = 2\n";
  std::ofstream(folder.path() / "two.toml") << "ports = 2\nengine = [\"fast\", \"rtl\", \"fast\"]\n";
  auto cases = read_golden_cases(folder.path());
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].error.empty());
  CHECK(mentions(cases[1].error, {"two.toml: engine: one twice is not allowed"}));
  std::ofstream(folder.path() / "two.toml") << "ports = 2\nengine = [\"fast\", \"rtl\"]\n";
  cases = read_golden_cases(folder.path());
  REQUIRE(cases.size() == 2);
  CHECK(cases[1].error.empty());
  for (const char* name : {"line\nbreak.toml", "tab\t.trace", "\x7f.toml"}) {
    std::ofstream(folder.path() / name) << "ports = 2\n";
    CHECK(mentions(refusal(), {"golden: a case '", "names without line breaks"}));
    std::filesystem::remove(folder.path() / name);
  }
}
