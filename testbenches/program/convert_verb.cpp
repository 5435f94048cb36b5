// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "testbenches/process/output_file.h"
#include "testbenches/process/trace_file.h"
#include "testbenches/program/verbs.h"
#include "waves/compare/compare.h"

namespace xb {
namespace {

/// A trace as another kind of file.
struct ConvertCommand {
  std::string trace, fst, clock;
};

void convert(const ConvertCommand& command) {
  refuse_same_file("fst", command.fst, "the trace", command.trace);
  TraceFile fst(command.fst);
  write_trace_fst(command.trace, command.clock, fst.temporary());
  fst.commit();
}

}  // namespace

Verb convert_verb(CLI::App& program) {
  const auto given = std::make_shared<ConvertCommand>();
  Verb verb(program, "convert", "write a trace (line trace, VCD, FST) as FST, sampled at the clock's edges");
  verb.examples({"xbarlab convert run.trace run.fst"});
  verb.word("trace", given->trace, "trace to read");
  verb.word("fst", given->fst, "file to write");
  verb.text("--clock", "NAME", given->clock, "clock (default clk, clk_i, aclk, clock ...)");
  verb.does([given] { convert(*given); });
  return verb;
}

}  // namespace xb
