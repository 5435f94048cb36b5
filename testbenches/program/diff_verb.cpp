// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/trace_file.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/progress_line.h"
#include "waves/compare/compare.h"
#include "waves/compare/diff_text.h"
#include "waves/read/signal_path.h"

namespace xb {
namespace {

/// Two traces against each other.
struct DiffCommand {
  DiffOptions options;
  std::vector<std::string> scopes;  ///< WANT=GOT
  bool all = false;
  std::string json;                ///< file or "-"
  std::string fst;                 ///< file for both
  std::vector<NamedFile> outputs;  ///< these
};

DiffOptions options_of(const DiffCommand& command) {
  DiffOptions options = command.options;
  for (const std::string& text : command.scopes) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw not_allowed("--scope", text, "WANT=GOT, such as TOP.dut=tb.dut");
    options.scopes.emplace_back(normal_path(text.substr(0, equals)), normal_path(text.substr(equals + 1)));
  }
  if (options.from > options.to) throw not_allowed("--to", options.to, "--from, {}, or more", options.from);
  return options;
}

std::filesystem::path save_file(const DiffCommand& command) {
  return std::filesystem::path(command.fst).replace_extension(".gtkw");
}

/// Throws InputErrors. For a waveform the traces are read twice.
void check_files(const DiffCommand& command) {
  const DiffOptions& options = command.options;
  std::vector<NamedFile> outputs = command.outputs;
  if (!command.fst.empty()) outputs.push_back({"--fst", save_file(command).string()});
  for (const std::string& trace : {options.want, options.got}) {
    if (!command.fst.empty() && std::filesystem::exists(trace) && !std::filesystem::is_regular_file(trace))
      throw not_allowed("--fst", command.fst, "traces that are files, which '{}' is not", trace);
  }
  FilesRead inputs{{"the trace", options.want}, {"the trace", options.got}};
  if (!options.ignore_file.empty()) inputs.emplace_back("that of --ignore", options.ignore_file);
  refuse_overwriting(outputs, inputs);
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
  check_files(command);
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
  advice.allow_slip = options.allow_slip;
  if (command.json != "-") fmt::print("{}", diff_text(result, advice));
  return result.same;
}

}  // namespace

Verb diff_verb(CLI::App& program) {
  const auto given = std::make_shared<DiffCommand>();
  Verb verb(program, "diff", "compare two traces (line trace, VCD, FST) at the clock's edges");
  verb.examples(
      {"xbarlab diff want.vcd got.vcd --allow-slip", "xbarlab diff want.trace got.trace --fst both.fst"});
  DiffOptions& options = given->options;
  verb.word("want", options.want, "trace as it should be");
  verb.word("got", options.got, "trace as it is");
  verb.text("--clock", "NAME", options.clock, "clock in both (default clk, clk_i, aclk, clock ...)");
  verb.texts("--scope", "WANT=GOT", given->scopes,
             "scope of WANT and what it is in GOT (default by the names below)");
  verb.text("--ignore", "FILE", options.ignore_file,
            "file of signals that may differ: PATTERN # reason, one a line");
  verb.number("--slip", "CYCLES", options.slip, "cycles of latency that are recognised (0..1024, default 16)",
              0, DiffOptions::kMostSlip, "0..1024");
  verb.on("--allow-slip", options.allow_slip, "a recognised latency is no difference");
  verb.number("--from", "CYCLE", options.from, "first cycle to compare", 0, 1e18, "0..1e18");
  verb.number("--to", "CYCLE", options.to, "last cycle to compare", 0, 1e18, "0..1e18");
  verb.on("--by-count", options.by_count, "cycles are counted, not numbered by signal cycle");
  verb.output("--json", "FILE", given->json, "file for the result as JSON; - for standard output");
  verb.file("--fst", "FILE", given->fst,
            "file for both and what differs as one FST; its save file beside it, .gtkw");
  verb.on("--all", given->all, "list every signal that differs");
  verb.outputs(given->outputs);
  verb.judges([given] { return diff(*given); });
  return verb;
}

}  // namespace xb
