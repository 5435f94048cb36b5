// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/pattern.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "testbenches/labs/criterion.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/labs/sandbox.h"
#include "testbenches/labs/stimuli.h"
#include "testbenches/labs/submission.h"
#include "testbenches/labs/unit.h"
#include "testbenches/sources/digest.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// A switch under the eyes of a student's checker, rtl/switch_checker.sv.
struct WatchedSwitch {
  std::filesystem::path bench;     ///< folder of the description watched.toml and its sources
  std::filesystem::path switches;  ///< in the place of its faulty.v; empty: that one
  unsigned number = 0;             ///< which of its switches: XB_FAULT
  std::vector<std::string> flags;  ///< of `xbarlab run`: what goes through it
};

constexpr const char* kRtl = "rtl";
constexpr const char* kChecker = "rtl/switch_checker.sv";
constexpr const char* kCheckerModule = "switch_checker";
constexpr const char* kSwitches = "faulty.v";

/// By itself the checker has nothing to reach but its ports; beside the switches a module of theirs would be
/// taken for its own. What a parameter decides may not be there alone, so names of the bench begin no path.
void refuse_what_reaches_out(const WatchedSwitch& watched, Submission& submission) {
  std::set<std::string> taken, others;
  for (const auto& entry : fs::directory_iterator(watched.bench)) {
    const VerilogNames of_file = verilog_names(made_text(entry.path()));
    taken.insert(of_file.modules.begin(), of_file.modules.end());
    others.insert(of_file.mentioned.begin(), of_file.mentioned.end());
  }
  const std::string& text = submission.rtl_text(kRtl, kChecker, others);
  const Captured alone = submission.run_command({kRtl,
                                                 {XBARLAB_VERILATOR, "--lint-only", "-Wno-fatal", "--assert",
                                                  "--no-timing", "--top-module", kCheckerModule, kChecker},
                                                 {},
                                                 {}});
  if (alone.status != 0) throw NotReached(submission.why(alone));
  for (const std::string& name : verilog_names(text).modules) {
    if (taken.count(name) == 1)
      throw not_reached("{}: module '{}' is not allowed; allowed: a name that the bench does not have",
                        kChecker, name);
  }
}

/// The folder of the bench in the place where the submission runs: one for each file of switches.
std::string put_bench(const WatchedSwitch& watched, Submission& submission) {
  const fs::path switches = watched.switches.empty() ? watched.bench / kSwitches : watched.switches;
  std::string folder = "bench-" + digest_of(made_text(switches));
  for (const auto& entry : fs::directory_iterator(watched.bench)) {
    const fs::path name = made_name(entry.path());
    submission.put(fs::path(folder) / name, made_text(name == kSwitches ? switches : entry.path()));
  }
  return folder;
}

/// The message of an assertion that has ended a run; empty: it has ended otherwise.
std::string assertion_of(const Captured& captured) {
  // In a reset, too. Nothing else ends a run of the bench with status 1 and such a line.
  static const Pattern form(
      R"(an assertion of the RTL failed [^\n]*:\n  (\S+):(\d+): (?:Assertion failed in )?(?:[A-Za-z]\w*\.\S*:? *)?(.*))");
  const std::vector<std::string> part =
      captured.status == 1 ? form.find(captured.errors) : std::vector<std::string>();
  if (part.empty()) return "";
  const std::string what = part[3].empty() ? "assert" : part[3];
  return fmt::format("{}/{}:{}: {}", kRtl, fs::path(part[1]).filename().string(), part[2], what);
}

/// The assertion of the checker that fails in a run, `rtl/switch_checker.sv:LINE: WHAT`; empty: none. Throws
/// NotReached for a checker that is refused, does not compile alone, or ends otherwise. A run that was there
/// before is not repeated.
std::string assertion_in(const WatchedSwitch& watched, Submission& submission) {
  std::string& refused = submission.noted("checker", [&] {
    try {
      refuse_what_reaches_out(watched, submission);
    } catch (const NotReached& error) {
      return std::string(error.what());
    }
    return std::string();
  });
  if (!refused.empty()) throw NotReached(refused);
  const std::string folder = put_bench(watched, submission);
  // A model with a waveform has its assertions; a cycle of it costs nothing.
  std::vector<std::string> command{
      "xbarlab", "run",     "--device", folder + "/watched.toml", "--ports", "4",        "--engine",
      "rtl",     "--trace", "run.fst",  "--trace-cycles",         "1",       "--warmup", "0"};
  command.insert(command.end(), watched.flags.begin(), watched.flags.end());
  const std::string number = std::to_string(watched.number);
  return submission.noted(fmt::format("{} {} {}", folder, number, fmt::join(watched.flags, " ")), [&] {
    const Captured run = submission.run_command({kRtl, command, {{"XB_FAULT", number}}, {folder}});
    std::string fired = assertion_of(run);
    if (fired.empty() && run.status != 0) throw NotReached(submission.why(run));
    return fired;
  });
}

constexpr unsigned kMostSwitches = 999;

/// The student's checker fires on a faulty switch, and not on correct ones, under the same stimulus: the
/// student's own, or the unit's.
class FoundFault {
 public:
  FoundFault(CriterionTable& table, bool hidden)
      : hidden_(hidden), fault_(static_cast<unsigned>(table.number("fault", 1, kMostSwitches))) {
    bench_ = table.unit_folder() / "skeleton" / "bench";
    if (!std::filesystem::is_regular_file(bench_ / "watched.toml"))
      throw table.refusal("kind", "fault", "in a unit whose skeleton has bench/watched.toml");
    if (table.has("correct")) correct_ = table.wholes("correct", 0, kMostSwitches);
    switches_ = table.sealed_file_or_none("switches", "sha256");
    stimulus_ = table.text_or("stimulus", "");
    if (stimulus_.empty() == !table.has("run"))
      throw table.refusal("stimulus", stimulus_, "it or run, not both");
    if (stimulus_.empty())
      flags_ = table.run("rtl").flags({});
    else
      refuse_unknown_stimulus(table);
  }

  std::string judge(Submission& submission) const {
    WatchedSwitch watched;
    watched.bench = bench_;
    watched.switches = switches_;
    watched.flags = stimulus_.empty() ? flags_ : stimulus_flags(submission.text(kStimuliFile), stimulus_);
    watched.number = fault_;
    std::string found = assertion_in(watched, submission);
    if (found.empty())
      throw NotReached(fmt::format("your checker is silent on faulty switch {}", fault_),
                       see(fault_, watched.flags, submission.folder()));
    for (const unsigned number : correct_) {
      watched.number = number;
      const std::string alarm = assertion_in(watched, submission);
      if (!alarm.empty())
        throw NotReached(fmt::format("false alarm on a correct switch: {}", alarm),
                         see(number, watched.flags, submission.folder()));
    }
    return found;
  }

 private:
  /// What is handed out has to have the table.
  void refuse_unknown_stimulus(CriterionTable& table) const {
    const std::string file = (bench_.parent_path() / kStimuliFile).string();
    try {
      stimulus_flags(read_text_file(file, "skeleton", "a file of stimuli"), stimulus_);
    } catch (const NotReached& error) {
      throw table.refusal("stimulus", stimulus_, fmt::format("a table of {} ({})", file, error.what()));
    }
  }

  /// The command that shows it, where students have the switches.
  [[nodiscard]] std::string see(unsigned number, const std::vector<std::string>& flags,
                                const std::filesystem::path& folder) const {
    if (hidden_) return "";
    return fmt::format(
        "XB_FAULT={} {} wave --device {} --ports 4 {} --warmup 0 --trace-on assertion --output fault-{}",
        number, called_as(), shell_word((folder / "bench" / "watched.toml").string()), fmt::join(flags, " "),
        number);
  }

  bool hidden_;
  unsigned fault_;
  std::filesystem::path bench_, switches_;
  std::vector<unsigned> correct_{0U};
  std::string stimulus_;
  std::vector<std::string> flags_;
};

}  // namespace

void fault_kind(CriterionTable& table, Criterion& criterion) {
  criterion.runs_code = true;
  criterion.judge = [fault = FoundFault(table, criterion.head.hidden)](Submission& submission) {
    return fault.judge(submission);
  };
}

}  // namespace xb
