// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verb_flags.h"

#include <fmt/format.h>

#include <set>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/config/config_keys.h"
#include "host/device/device.h"
#include "host/point/run_config.h"
#include "testbenches/process/output_file.h"
#include "testbenches/study/study_run.h"

namespace xb {

namespace {

constexpr unsigned kMostJobs = 1024;

}  // namespace

void refuse_without(const char* flag, const std::optional<std::string>& value, const std::string& where) {
  if (value) throw InputError("{}: '{}' is not allowed here; allowed: with {}", flag, *value, where);
}

unsigned JobsFlag::jobs() const {
  unsigned jobs = usable_cores();
  if (given_ && !parse_number(*given_, 1, kMostJobs, jobs))
    throw not_allowed("--jobs", *given_, "1..{}", kMostJobs);
  return jobs;
}

Experiment ExperimentFlags::experiment() const {
  Experiment experiment;
  if (!file.empty()) experiment = read_experiment(file);
  for (const auto& flag : flags) experiment.replace(flag);
  for (const auto& assignment : sets) experiment.replace(parse_assignment(assignment));
  return experiment;
}

void add_trace_flags(Verb& verb, TraceFlags& to, bool waveform) {
  constexpr double kMost = 1e18;  // later than any run ends
  const auto cycles = [&](const char* flag, const char* type, std::optional<std::uint64_t>& number,
                          const std::string& help, bool may_be_none = true) {
    verb.number(flag, type, number, help, may_be_none ? 0 : 1, kMost, may_be_none ? "0..1e18" : "1..1e18");
  };
  if (waveform) verb.file("--trace", "FILE.fst", to.waveform, "record a waveform", "waveform");
  verb.output("--line-trace", "FILE", to.line_trace, "write a line of text per cycle; - for standard output",
              "line trace");
  cycles("--trace-from", "CYCLE", to.from, "first cycle to record (default 0)");
  cycles("--trace-cycles", "CYCLES", to.cycles,
         fmt::format("cycles to record, at least 1 (default {}{})", to.usual_cycles,
                     waveform ? "; of a line trace alone, all" : ""),
         false);
  verb.text("--trace-on", "EVENT", to.on,
            "record around an event: hol higher-class drop mismatch assertion occupancy>BEATS latency>CYCLES "
            "waiting>CYCLES lag>CYCLES; latency>CLASS:CYCLES waiting>CLASS:CYCLES",
            "an event");
  cycles("--trace-before", "CYCLES", to.before,
         fmt::format("cycles before the event (default {})", kUsualCyclesBefore));
  cycles("--trace-after", "CYCLES", to.after,
         fmt::format("cycles after the event (default {})", kUsualCyclesAfter));
  verb.text("--trace-switch", "NAME", to.switch_name,
            "switch of a network to record (default the first on engine rtl, or the first)",
            "a switch of the topology");
}

void refuse_without(const TraceFlags& given, const char* others) {
  if (given.any()) return;
  const auto text = [](const std::optional<std::uint64_t>& cycles) {
    return cycles ? std::to_string(*cycles) : "";
  };
  for (const auto& [flag, value] : {std::pair{"--trace-from", text(given.from)},
                                    {"--trace-cycles", text(given.cycles)},
                                    {"--trace-on", given.on},
                                    {"--trace-before", text(given.before)},
                                    {"--trace-after", text(given.after)},
                                    {"--trace-switch", given.switch_name}}) {
    if (!value.empty()) refuse_without(flag, value, others);
  }
}

void refuse_overwriting(const std::vector<NamedFile>& outputs, const std::string& experiment,
                        const std::vector<RunConfig>& points) {
  if (outputs.empty()) return;
  std::set<FilesRead::value_type> files;  // many points read the same
  for (const RunConfig& point : points) {
    for (const auto& [key, path] : files_of(point)) {
      if (key == "device") {
        for (const auto& source : read_device(path)->files()) files.emplace("the device", source);
      }
      if (key == "rtl" && std::filesystem::is_directory(path)) {
        for (const auto& entry : std::filesystem::directory_iterator(path))
          files.emplace("the RTL", entry.path());
      } else {
        files.emplace("the " + key, path);
      }
    }
  }
  FilesRead inputs(files.begin(), files.end());
  if (!experiment.empty()) inputs.insert(inputs.begin(), {"the experiment", experiment});
  refuse_overwriting(outputs, inputs);
}

}  // namespace xb
