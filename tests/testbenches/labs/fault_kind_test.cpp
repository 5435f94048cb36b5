// SPDX-License-Identifier: Apache-2.0
// The kind `fault`: what it refuses before anything is built. labs_verification_test builds and runs.
#include <fmt/format.h>

#include <fstream>
#include <set>

#include "host/base/errors.h"
#include "testbenches/engines/paths.h"
#include "testbenches/labs/check.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/labs/unit.h"
#include "testbenches/sources/digest.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

fs::path unit_of_faults() { return source_dir() / "labs/5-verification"; }

/// A checker whose module ends with these lines; `behind` follows it.
std::string checker_with(const std::string& lines, const std::string& behind = "") {
  std::string text = text_of(unit_of_faults() / "skeleton/rtl/switch_checker.sv");
  const auto end = text.find("endmodule");
  REQUIRE(end != std::string::npos);
  return text.insert(end, lines + "\n") + behind;
}

/// Why the first switch is not found with this checker.
std::string fault_refusal(const std::string& checker, bool with_stimuli = true) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "mine";
  fs::copy(unit_of_faults() / "skeleton", folder, fs::copy_options::recursive);
  fs::remove(folder / "rtl/switch_checker.sv");
  if (!checker.empty()) std::ofstream(folder / "rtl/switch_checker.sv") << checker;
  if (!with_stimuli) fs::remove(folder / "stimuli.toml");
  const LabUnit unit = read_unit(unit_of_faults());
  SubmissionUse use;
  use.isolation = Isolation::None;
  Submission submission(folder, use);
  for (const Criterion& criterion : unit.criteria) {
    if (criterion.head.id != "withdrawn") continue;
    CHECK(criterion.runs_code);
    return message_of<NotReached>([&] { (void)criterion.judge(submission); });
  }
  FAIL("no criterion");
  return "";
}

/// What is said of a unit with this criterion.
std::string fault_unit_refusal(const std::string& keys, bool with_bench = true) {
  const ScratchFolder scratch;
  const fs::path unit = scratch.path() / "1-faults";
  fs::create_directories(unit / "skeleton");
  if (with_bench) fs::copy(unit_of_faults() / "skeleton", unit / "skeleton", fs::copy_options::recursive);
  std::ofstream(unit / "skeleton/answers.toml") << "guess = 1\n";
  std::ofstream(unit / "others.v") << "module others (); endmodule\n";
  std::ofstream(unit / "unit.toml")
      << "title = \"Faults\"\n[[criterion]]\nid = \"one\"\ntitle = \"One\"\npoints = 1\n"
      << "hint = \"look\"\nkind = \"fault\"\n"
      << keys;
  return message_of<InputError>([&] { (void)read_unit(unit); });
}

/// What is said of a checker that fires on these switches and on no others, by a criterion of fault 1 and two
/// correct switches. Nothing is built: the submission has noted all runs already.
std::string verdict_of_runs(const std::set<unsigned>& fires_on, bool hidden = false) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "1-faults";
  fs::create_directories(folder / "skeleton");
  fs::copy(unit_of_faults() / "skeleton", folder / "skeleton", fs::copy_options::recursive);
  const std::string criterion =
      "[[criterion]]\nid = \"one\"\ntitle = \"One\"\npoints = 1\nhint = \"look\"\nkind = \"fault\"\n"
      "fault = 1\ncorrect = [0, 7]\nrun = { cycles = 100 }\n";
  std::string hidden_one = criterion;
  std::ofstream(scratch.path() / "1-faults.toml") << hidden_one.replace(criterion.find("one"), 3, "two");
  std::ofstream(folder / "unit.toml")
      << fmt::format("title = \"Faults\"\nhidden = \"{}\"\n", sha256_of(scratch.path() / "1-faults.toml"))
      << criterion;
  LabUnit unit = read_unit(folder);
  add_hidden_criteria(unit, scratch.path());
  Submission submission(folder / "skeleton", {});
  submission.noted("checker", [] { return ""; });
  Digest digest;
  digest.add(made_text(folder / "skeleton/bench/faulty.v"));
  for (const unsigned number : {0U, 1U, 7U}) {
    const std::string run = fmt::format("bench-{} {} --cycles 100", digest.hex(), number);
    const bool fires = fires_on.count(number) != 0;
    submission.noted(run, [&] { return fires ? fmt::format("it fires on {}", number) : ""; });
  }
  try {
    return "yes: " + unit.criteria.at(hidden ? 1 : 0).judge(submission);
  } catch (const NotReached& error) {
    return fmt::format("no: {}, see {}", error.what(), error.next());
  }
}

}  // namespace

TEST_CASE("lab: a checker is silent on every correct switch", "[testbenches]") {
  CHECK(verdict_of_runs({1}) == "yes: it fires on 1");
  CHECK(mentions(verdict_of_runs({0, 1}),
                 {"no: false alarm on a correct switch: it fires on 0", "see XB_FAULT=0 "}));
  CHECK(mentions(verdict_of_runs({1, 7}),
                 {"no: false alarm on a correct switch: it fires on 7", "see XB_FAULT=7 "}));
  CHECK(mentions(verdict_of_runs({}), {"no: your checker is silent on faulty switch 1", "see XB_FAULT=1 "}));
  CHECK(mentions(verdict_of_runs({0}), {"no: your checker is silent on faulty switch 1"}));
}

TEST_CASE("lab: who does not have a switch is not told to look at it", "[testbenches]") {
  CHECK(verdict_of_runs({}, true) == "no: your checker is silent on faulty switch 1, see ");
  CHECK(verdict_of_runs({1, 7}, true) == "no: false alarm on a correct switch: it fires on 7, see ");
}

TEST_CASE("lab: a checker that does more than look is refused", "[testbenches]") {
  CHECK(mentions(fault_refusal(checker_with("  initial $finish;")),
                 {"rtl/switch_checker.sv:", "$finish is not allowed"}));
  CHECK(mentions(fault_refusal(checker_with("  initial $stop;")), {"$stop is not allowed"}));
  CHECK(mentions(
      fault_refusal(checker_with("  initial if ($c(\"getenv(\\\"XB_FAULT\\\") != 0\")) $error(\"x\");")),
      {"$c is not allowed"}));
  CHECK(mentions(fault_refusal(checker_with("  initial if ($test$plusargs(\"x\")) $error(\"x\");")),
                 {"is not allowed"}));
  CHECK(mentions(fault_refusal(checker_with("  initial if ($urandom > 5) $error(\"x\");")),
                 {"$urandom is not allowed"}));
  CHECK(
      mentions(fault_refusal(checker_with("  always_comb force s_tready_i = 0;")), {"force is not allowed"}));
}

TEST_CASE("lab: a checker has nothing but its ports", "[testbenches]") {
  CHECK(mentions(
      fault_refusal(checker_with("  always_ff @(posedge clk_i) assert (watched.u_faulty.fault == 0);")),
      {"rtl/switch_checker.sv:",
       "watched. is not allowed here: the lab has this name, so it may reach out of your module"}));
  CHECK(mentions(fault_refusal(checker_with("  faulty_fifo u_own ();")),
                 {"rtl/switch_checker.sv:", "faulty_fifo"}));
  // By a macro, too.
  const std::string named =
      "`define NAME(x) faulty_``x\nmodule `NAME(fifo) (); integer fault; initial fault = 0; endmodule\n";
  CHECK(
      mentions(fault_refusal(checker_with("  `NAME(fifo) u_own ();\n  always_comb assert (u_own.fault == 0);",
                                          named.substr(named.find("module")))
                                 .insert(0, named.substr(0, named.find("module")))),
               {"module 'faulty_fifo' is not allowed"}));
  CHECK(mentions(fault_refusal(checker_with("  assign s_tready_i = '1;")),
                 {"rtl/switch_checker.sv:", "input"}));
}

TEST_CASE("lab: a checker that does not compile is told where", "[testbenches]") {
  CHECK(mentions(fault_refusal(checker_with("  wire x = ;")), {"rtl/switch_checker.sv:34:", "syntax error"}));
  CHECK(mentions(fault_refusal(""), {"rtl has no .sv or .v file"}));
  CHECK(mentions(fault_refusal("module other (); endmodule\n"), {"switch_checker"}));
  CHECK(mentions(fault_refusal(checker_with(""), false), {"there is no stimuli.toml"}));
}

TEST_CASE("lab: a criterion of the kind fault is read with all its keys", "[testbenches]") {
  const std::string run = "run = { ports = 4, load = 1, cycles = 100 }\n";
  CHECK(mentions(fault_unit_refusal("fault = 1\n"), {"criterion.stimulus", "it or run, not both"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\nstimulus = \"x\"\n" + run), {"it or run, not both"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\nstimulus = \"gone\"\n"),
                 {"criterion.stimulus: 'gone'", "a table of ", "has no [gone]"}));
  CHECK(mentions(fault_unit_refusal("fault = 0\n" + run), {"criterion.fault: '0' is not allowed"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\ncorrect = []\n" + run),
                 {"criterion.correct", "a list of numbers"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\ncorrect = [0, 1.5]\n" + run),
                 {"criterion.correct", "none twice"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\n" + run, false),
                 {"in a unit whose skeleton has bench/watched.toml"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\nswitches = \"gone.v\"\nsha256 = \"0\"\n" + run),
                 {"criterion.switches: 'gone.v'", "a file that is there"}));
  CHECK(mentions(fault_unit_refusal("fault = 1\nswitches = \"others.v\"\nsha256 = \"0\"\n" + run),
                 {"criterion.sha256: '0'", "the SHA-256 of", "others.v, which is "}));
  CHECK(mentions(fault_unit_refusal("fault = 1\nswitches = \"others.v\"\n" + run),
                 {"criterion.sha256: missing; allowed: a text of one line"}));
}
