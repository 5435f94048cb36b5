// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <vector>

#include "host/base/descriptor.h"
#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "testbenches/tracing/run_point.h"
#include "testbenches/tracing/switch_tracer.h"
#include "waves/compare/compare.h"
#include "waves/compare/diff_text.h"

namespace xb {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

CaseRunSink::CaseRunSink(const SwitchShape& shape, std::uint64_t most_cycles)
    : text_(shape), most_cycles_(most_cycles) {
  run_.trace = text_.header();
}

void CaseRunSink::cycle(const PortCycle& cycle) {
  if (run_.cycles == most_cycles_) {
    run_.stopped = true;
    throw EnoughSeen();
  }
  run_.trace += text_.line(cycle);
  ++run_.cycles;
}

CaseRun run_case(const Setup& setup, const CaseRunRequest& request) {
  SwitchTrace trace;
  trace.index = traced_switch(setup, "");
  trace.assertions = request.assertions;
  SwitchShape shape = traced_shape(setup, trace.index);
  if (setup.device) shape.known.flags = false;  // which would need its latency, another run
  CaseRunSink sink(shape, request.most_cycles);
  trace.ports = &sink;
  const auto tell = [&] {
    const CaseRun& run = sink.run();
    return Json{{"trace", run.trace}, {"cycles", run.cycles}, {"stopped", run.stopped}}.dump();
  };
  const Observation seen = observe_point(setup, trace, tell);
  const Json report = Json::parse(seen.report);
  return {report["trace"].get<std::string>(), report["cycles"].get<std::uint64_t>(),
          report["stopped"].get<bool>(), seen.failure};
}

namespace {

/// A text that can be read by a path while the object lives; nothing of it is on a disk.
class TextInMemory {
 public:
  explicit TextInMemory(const std::string& text) : file_(memfd_create("line trace", MFD_CLOEXEC)) {
    if (file_.number() < 0 || !write_all(file_.number(), text))
      throw RunError("a line trace cannot be kept in memory: {}", std::strerror(errno));
  }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", file_.number()); }

 private:
  Descriptor file_;
};

constexpr std::uint64_t kCyclesBeyond = 1000;  // so long a run may go on, to say what is wrong with it

std::uint64_t cycles_in(const std::string& golden) {
  std::uint64_t cycles = 0;
  std::istringstream lines(golden);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != '#') ++cycles;
  }
  return cycles;
}

/// The line of a cycle, or the last one.
std::uint64_t line_of_cycle(const std::string& golden, std::uint64_t cycle) {
  std::uint64_t number = 0, last = 1;
  std::istringstream lines(golden);
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    last = number;
    if (std::strtoull(line.c_str(), nullptr, 10) == cycle) break;
  }
  return last;
}

/// What differs first; the headline without the cycle.
void judge(CaseOutcome& outcome) {
  const DiffResult& diff = outcome.diff;
  const bool same_point = point_difference(diff.want.point, diff.got.point).empty();
  outcome.same = diff.same && same_point && outcome.run.failure.empty() && !outcome.run.stopped;
  if (outcome.same) return;
  if (diff.same && !same_point) {
    outcome.first_cycle = diff.want.first;
    outcome.headline =
        "the golden file is of another point: " + point_difference(diff.want.point, diff.got.point);
    return;
  }
  if (diff.first) {
    outcome.first_cycle = diff.first->cycle;
    outcome.headline = fmt::format("{}  want {}  got {}", diff.first->signal.want_path,
                                   with_decoded(diff.first->want), with_decoded(diff.first->got));
    return;
  }
  outcome.first_cycle = std::min(diff.want.first + diff.want.cycles, diff.got.first + diff.got.cycles);
  const auto of_length = [](const ShapeDifference& shape) {
    return shape.kind == ShapeDifference::Kind::Length;
  };
  const auto shape = std::find_if_not(diff.shape.begin(), diff.shape.end(), of_length);
  if (shape != diff.shape.end()) {
    outcome.first_cycle = diff.want.first;
    outcome.headline = fmt::format("{} {}", shape->path, name_of(shape->kind));
  } else if (!outcome.run.failure.empty()) {
    outcome.headline = "the run failed";
  } else {
    outcome.headline = fmt::format(
        "length  want {} cycles  got {}{}", diff.want.cycles, diff.got.cycles,
        outcome.run.stopped ? fmt::format(" or more: stopped {} cycles behind the end of the golden file",
                                          diff.got.cycles - std::min(diff.got.cycles, diff.want.cycles))
                            : "");
  }
}

void check(CaseOutcome& outcome, const CaseRunner& runner) {
  const GoldenCase& one = *outcome.of;
  if (!one.error.empty()) throw InputError(one.error);
  const std::string golden = golden_text(one);
  const Setup setup = one.setup(outcome.engine);
  outcome.run = runner(setup, {cycles_in(golden) + kCyclesBeyond, false});
  if (outcome.run.cycles == 0) throw RunError(outcome.run.failure);
  outcome.diff = compare_texts(golden, one.golden_file.string(), outcome.run.trace,
                               fmt::format("{} on {}", one.name, outcome.engine));
  outcome.diff.got.seed = std::to_string(setup.config.seed);
  judge(outcome);
  outcome.golden_line = outcome.same ? 1 : line_of_cycle(golden, outcome.first_cycle);
}

/// Values by key, as flags_of() writes them. A value that is a path counts by its last part.
std::map<std::string, std::string> values_of(const std::string& flags) {
  std::map<std::string, std::string> values;
  std::string key;
  for (const std::string& word : shell_words(flags)) {
    if (word.rfind("--", 0) == 0) {
      key = word.substr(2);
      values[key];
    } else {
      const ConfigKey* const known = find_key(key);
      std::size_t path = known == nullptr ? std::string::npos : known->file_at(word);
      if (path == std::string::npos) path = word.find('/') != std::string::npos ? 0 : word.size();
      std::string& value = values[key];
      value +=
          (value.empty() ? "" : " ") + word.substr(0, path) + fs::path(word.substr(path)).filename().string();
    }
  }
  return values;
}

}  // namespace

std::string golden_text(const GoldenCase& one) {
  std::error_code error;
  if (fs::symlink_status(one.golden_file, error).type() == fs::file_type::not_found) {
    throw InputError("{}: no golden file {} beside it; allowed: with one, which {} makes",
                     one.point_file.string(), one.golden_file.filename().string(), accept_command(one));
  }
  const std::string name = one.golden_file.string();
  std::string text = read_text_file(name, "golden", "a line trace");
  const std::string allowed = fmt::format("; allowed: a line trace, as {} writes it", accept_command(one));
  try {
    if (compare_texts(text, name, text, name).want.format == TraceFormat::Line) return text;
  } catch (const InputError& refused) {
    const std::string what = refused.what();
    throw InputError(what.substr(0, what.find("; allowed: ")) + allowed);
  }
  throw InputError("{}: line 1: a VCD or FST{}", name, allowed);
}

DiffResult compare_texts(const std::string& want, const std::string& want_name, const std::string& got,
                         const std::string& got_name) {
  const TextInMemory want_file(want), got_file(got);
  DiffOptions options;
  options.want = want_file.path();
  options.got = got_file.path();
  DiffResult diff;
  try {
    diff = compare_traces(options);
  } catch (const InputError& error) {
    // By the names that it has for those who read it.
    std::string text = error.what();
    for (const auto& [path, name] : {std::pair(options.want, want_name), std::pair(options.got, got_name)}) {
      if (text.rfind(path + ":", 0) == 0) text.replace(0, path.size(), name);
    }
    throw InputError(text);
  }
  diff.want.path = want_name;
  diff.got.path = got_name;
  return diff;
}

CaseOutcome check_case(const GoldenCase& one, const std::string& engine, const CaseRunner& runner) {
  const auto start = std::chrono::steady_clock::now();
  CaseOutcome outcome;
  outcome.of = &one;
  outcome.engine = engine;
  try {
    check(outcome, runner);
  } catch (const InputError& error) {
    outcome.error = error.what();
    outcome.bad_input = true;
  } catch (const RunError& error) {
    outcome.error = error.what();
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

std::string point_difference(const std::string& there, const std::string& here) {
  if (there == here) return "";
  if (there.empty()) return "it names none";
  const auto wanted = values_of(there);
  const auto got = values_of(here);
  std::vector<std::string> differences;
  for (const auto& [key, value] : wanted) {
    const auto found = got.find(key);
    if (found == got.end())
      differences.push_back(fmt::format("{} {} there only", key, value));
    else if (found->second != value)
      differences.push_back(fmt::format("{} {} there, {} here", key, value, found->second));
  }
  for (const auto& [key, value] : got) {
    if (wanted.count(key) == 0) differences.push_back(fmt::format("{} {} here only", key, value));
  }
  return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace xb
