// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "testbenches/benchmark/bench_setup.h"
#include "testbenches/program/commands.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {

namespace {
struct BenchmarkLine {
  BenchmarkCommand command;
  std::optional<std::string> test, sizes, resolution, gap, clock, trial, json, out;
};
}  // namespace

Verb benchmark_verb(CLI::App& program) {
  const auto given = std::make_shared<BenchmarkLine>();
  CLI::App* const app = program.add_subcommand(
      "benchmark", "run the standard tests of the trade: rfc2544, rfc2889, rfc8239, hol, or all");
  app->add_option("suite", given->command.suite, "rfc2544, rfc2889, rfc8239, hol, or all")->required();
  const auto add = [&](const char* flag, std::optional<std::string>& value, const char* help,
                       const char* type) { app->add_option(flag, value, help)->type_name(type); };
  add("--test", given->test, "one test of the suite, such as throughput", "NAME");
  add_config_flags(*app, given->command.flags, switch_keys());
  add("--sizes", given->sizes, "frame sizes in bytes (default 64,128,256,512,1024,1280,1518,9216)", "BYTES");
  add("--resolution", given->resolution, "step of the loads that are searched (default 0.01)", "SHARE");
  add("--gap", given->gap, "preamble and gap between two frames (default 20, Ethernet's; 0: none)", "BYTES");
  add("--clock", given->clock, "clock, for frames per second (default 156.25)", "MHZ");
  add("--trial", given->trial,
      "length of a trial (default so long that the least overload fills a buffer twice)", "BEATS");
  app->add_flag("--quick", given->command.quick, "frames of 64, 512 and 1518 bytes, resolution 0.05");
  add("--json", given->json, "write a line of JSON per table; - for standard output", "FILE");
  add("--out", given->out, "folder for a data sheet of each switch, and all side by side", "FOLDER");
  app->add_option("--jobs", given->command.jobs, "processes that run trials (default one a core)")
      ->type_name("NUMBER");
  app->add_flag("--quiet", given->command.quiet, "no progress");
  const auto execute = [given] {
    BenchmarkCommand& command = given->command;
    command.test = not_empty("--test", given->test, "a test of the suite");
    command.sizes = not_empty("--sizes", given->sizes, "bytes, with commas between them");
    command.resolution = not_empty("--resolution", given->resolution, "0.0001..0.5");
    command.gap = not_empty("--gap", given->gap, "bytes");
    command.clock = not_empty("--clock", given->clock, "MHz");
    command.trial = not_empty("--trial", given->trial, "beat times");
    command.json = not_empty("--json", given->json, "a file, or - for standard output");
    command.out = not_empty("--out", given->out, "a folder");
    benchmark_command(command);
    return 0;
  };
  return {app, execute};
}

}  // namespace xb
