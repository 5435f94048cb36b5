// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/watched_switch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>
#include <set>

#include "testbenches/labs/criterion.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/labs/run_ending.h"
#include "testbenches/sources/digest.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

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
      throw NotReached(fmt::format(
          "{}: module '{}' is not allowed; allowed: a name that the bench does not have", kChecker, name));
  }
}

/// The folder of the bench in the place where the submission runs: one for each file of switches.
std::string put_bench(const WatchedSwitch& watched, Submission& submission) {
  const fs::path switches = watched.switches.empty() ? watched.bench / kSwitches : watched.switches;
  Digest digest;
  digest.add(made_text(switches));
  std::string folder = "bench-" + digest.hex();
  for (const auto& entry : fs::directory_iterator(watched.bench)) {
    const fs::path name = made_name(entry.path());
    submission.put(fs::path(folder) / name, made_text(name == kSwitches ? switches : entry.path()));
  }
  return folder;
}

/// The message of an assertion that has ended a run; empty: it has ended otherwise.
std::string assertion_of(const Captured& captured) {
  // In a reset, too. Nothing else ends a run of the bench with status 1 and such a line.
  static const std::regex form(
      R"(an assertion of the RTL failed [^\n]*:\n  (\S+):(\d+): (?:Assertion failed in )?(?:[A-Za-z]\w*\.\S*:? *)?(.*))");
  std::smatch part;
  if (captured.status != 1 || !std::regex_search(captured.errors, part, form)) return "";
  const std::string what = part[3].str().empty() ? "assert" : part[3].str();
  return fmt::format("{}/{}:{}: {}", kRtl, fs::path(part[1].str()).filename().string(), part[2].str(), what);
}

}  // namespace

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

}  // namespace xb
