// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/trace_file.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/progress_line.h"
#include "waves/compare/compare.h"
#include "waves/compare/diff_text.h"
#include "waves/read/signal_path.h"

namespace xb {
namespace {

/// Two traces against each other. Numbers as they were given; empty: not given.
struct DiffCommand {
  std::string want, got;  ///< line traces, VCD or FST
  std::string clock;
  std::vector<std::string> scopes;  ///< WANT=GOT
  std::string ignore_file;
  std::string slip, from, to;
  bool allow_slip = false;
  bool by_count = false;
  bool all = false;
  std::string json;  ///< file or "-"
  std::string fst;   ///< file for both
};

std::uint64_t number_of(const char* flag, const std::string& text, double most, std::uint64_t usual) {
  std::uint64_t value = usual;
  if (!text.empty() && !parse_number(text, 0, most, value)) throw not_allowed(flag, text, "0..{}", most);
  return value;
}

DiffOptions options_of(const DiffCommand& command) {
  constexpr double kMostCycles = 1e18;
  DiffOptions options;
  options.want = command.want;
  options.got = command.got;
  options.clock = command.clock;
  for (const std::string& text : command.scopes) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw not_allowed("--scope", text, "WANT=GOT, such as TOP.dut=tb.dut");
    options.scopes.emplace_back(normal_path(text.substr(0, equals)), normal_path(text.substr(equals + 1)));
  }
  options.ignore_file = command.ignore_file;
  options.slip =
      static_cast<unsigned>(number_of("--slip", command.slip, DiffOptions::kMostSlip, options.slip));
  options.allow_slip = command.allow_slip;
  options.by_count = command.by_count;
  options.from = number_of("--from", command.from, kMostCycles, options.from);
  options.to = number_of("--to", command.to, kMostCycles, options.to);
  if (options.from > options.to) throw not_allowed("--to", command.to, "--from, {}, or more", options.from);
  for (const std::string& file : {command.want, command.got, command.ignore_file}) {
    std::error_code none;
    if (!command.json.empty() && command.json != "-" && std::filesystem::equivalent(command.json, file, none))
      throw not_allowed("--json", command.json, "a file other than what is read");
  }
  return options;
}

std::filesystem::path save_file(const DiffCommand& command) {
  return std::filesystem::path(command.fst).replace_extension(".gtkw");
}

/// The traces are read twice for it.
void check_waveform(const DiffCommand& command) {
  for (const std::string& trace : {command.want, command.got}) {
    if (std::filesystem::exists(trace) && !std::filesystem::is_regular_file(trace))
      throw not_allowed("--fst", command.fst, "traces that are files, which '{}' is not", trace);
  }
  for (const std::string& file : {command.want, command.got, command.ignore_file, command.json}) {
    if (file.empty() || file == "-") continue;
    refuse_same_file("--fst", command.fst, "another file of this command", file);
    refuse_same_file("--fst", save_file(command), "another file of this command", file);
  }
}

/// Both as one waveform, and a save file beside it that opens it.
void write_waveform(const DiffCommand& command, const DiffOptions& options, const DiffResult& result) {
  TraceFile fst(command.fst);
  write_output(save_file(command), write_diff_fst(options, result, fst.temporary(), command.fst));
  fst.commit();
}

/// Whether they are the same.
bool diff(const DiffCommand& command) {
  DiffOptions options = options_of(command);
  if (!command.fst.empty()) check_waveform(command);
  const auto json = output_if_named(command.json);
  DiffResult result;
  {
    ProgressLine progress({1});
    progress.part("diff");
    options.progress = [tell = progress.callback()](std::uint64_t /*cycle*/, double share) { tell({share}); };
    result = compare_traces(options);
  }
  if (json) {
    // A name that is no UTF-8 has its odd bytes replaced.
    write_verdict(
        json, diff_json(result).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  if (!command.fst.empty()) write_waveform(command, options, result);
  DiffAdvice advice;
  advice.all = command.all;
  advice.allow_slip = command.allow_slip;
  if (command.json != "-") fmt::print("{}", diff_text(result, advice));
  return result.same;
}

}  // namespace

Verb diff_verb(CLI::App& program) {
  const auto given = std::make_shared<DiffCommand>();
  Verb verb(program, "diff", "compare two traces (line trace, VCD, FST) at the clock's edges");
  verb.examples(
      {"xbarlab diff want.vcd got.vcd --allow-slip", "xbarlab diff want.trace got.trace --fst both.fst"});
  verb.word("want", given->want, "trace as it should be");
  verb.word("got", given->got, "trace as it is");
  verb.text("--clock", "NAME", given->clock, "clock in both (default clk, clk_i, aclk, clock ...)");
  verb.texts("--scope", "WANT=GOT", given->scopes,
             "scope of WANT and what it is in GOT (default by the names below)");
  verb.text("--ignore", "FILE", given->ignore_file,
            "file of signals that may differ: PATTERN # reason, one a line");
  verb.text("--slip", "CYCLES", given->slip, "cycles of latency that are recognised (0..1024, default 16)");
  verb.on("--allow-slip", given->allow_slip, "a recognised latency is no difference");
  verb.text("--from", "CYCLE", given->from, "first cycle to compare");
  verb.text("--to", "CYCLE", given->to, "last cycle to compare");
  verb.on("--by-count", given->by_count, "cycles are counted, not numbered by signal cycle");
  verb.output("--json", "FILE", given->json, "file for the result as JSON; - for standard output");
  verb.file("--fst", "FILE", given->fst,
            "file for both and what differs as one FST; its save file beside it, .gtkw");
  verb.on("--all", given->all, "list every signal that differs");
  verb.judges([given] { return diff(*given); });
  return verb;
}

}  // namespace xb
