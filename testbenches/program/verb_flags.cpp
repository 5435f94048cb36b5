// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verb_flags.h"

#include <fmt/format.h>

#include <set>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/config/config_keys.h"
#include "host/device/device.h"
#include "testbenches/process/output_file.h"
#include "testbenches/study/study_run.h"

namespace xb {

namespace {

constexpr unsigned kMostJobs = 1024;

std::optional<std::uint64_t> cycles_of(const char* flag, const std::optional<std::string>& text,
                                       std::uint64_t least) {
  constexpr double kMost = 1e18;  // later than any run ends
  std::uint64_t value = 0;
  if (!text) return std::nullopt;
  if (!parse_number(*text, static_cast<double>(least), kMost, value))
    throw not_allowed(flag, *text, "{}..1e18", least);
  return value;
}

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

void TraceOptions::add_to(Verb& verb, std::uint64_t usual_cycles, bool waveform) {
  texts_.usual_cycles = usual_cycles;
  if (waveform) verb.file("--trace", "FILE.fst", texts_.waveform, "record a waveform", "waveform");
  verb.output("--line-trace", "FILE", texts_.line_trace,
              "write a line of text per cycle; - for standard output", "line trace");
  verb.text("--trace-from", "CYCLE", from_, "first cycle to record (default 0)");
  verb.text("--trace-cycles", "CYCLES", cycles_,
            fmt::format("cycles to record, at least 1 (default {}{})", usual_cycles,
                        waveform ? "; of a line trace alone, all" : ""));
  verb.text("--trace-on", "EVENT", texts_.on,
            "record around an event: hol higher-class drop mismatch assertion occupancy>BEATS latency>CYCLES "
            "waiting>CYCLES lag>CYCLES; latency>CLASS:CYCLES waiting>CLASS:CYCLES",
            "an event");
  verb.text("--trace-before", "CYCLES", before_,
            fmt::format("cycles before the event (default {})", kUsualCyclesBefore));
  verb.text("--trace-after", "CYCLES", after_,
            fmt::format("cycles after the event (default {})", kUsualCyclesAfter));
  verb.text("--trace-switch", "NAME", texts_.switch_name,
            "switch of a network to record (default the first on engine rtl, or the first)",
            "a switch of the topology");
}

TraceFlags TraceOptions::flags() const {
  TraceFlags flags = texts_;
  flags.from = cycles_of("--trace-from", from_, 0);
  flags.cycles = cycles_of("--trace-cycles", cycles_, 1);
  flags.before = cycles_of("--trace-before", before_, 0);
  flags.after = cycles_of("--trace-after", after_, 0);
  return flags;
}

void TraceOptions::refuse_without(const char* others) const {
  for (const auto& [flag, value] : {std::pair{"--trace-from", from_.value_or("")},
                                    {"--trace-cycles", cycles_.value_or("")},
                                    {"--trace-on", texts_.on},
                                    {"--trace-before", before_.value_or("")},
                                    {"--trace-after", after_.value_or("")},
                                    {"--trace-switch", texts_.switch_name}}) {
    if (!value.empty()) xb::refuse_without(flag, value, others);
  }
}

void refuse_overwriting(const std::vector<NamedFile>& outputs, const FilesRead& inputs) {
  for (const NamedFile& file : outputs) {
    if (file.path == "-") continue;
    for (const auto& [what, input] : inputs) refuse_same_file(file.flag, file.path, what, input);
  }
  for (auto a = outputs.begin(); a != outputs.end(); ++a) {
    for (auto b = outputs.begin(); b != a; ++b) {
      if (a->path == "-" && b->path == "-")
        throw not_allowed(a->flag, a->path, "a file: {} is on standard output", b->flag);
      if (a->path != "-" && b->path != "-") refuse_same_file(a->flag, a->path, b->flag, b->path);
    }
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
