// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/config/setup.h"
#include "testbenches/golden/point_difference.h"
#include "testbenches/golden/text_in_memory.h"
#include "testbenches/golden/text_lines.h"
#include "waves/compare/compare.h"

namespace xb {
namespace {

constexpr std::uint64_t kCyclesBeyond = 1000;  // so long a run may go on, to say what is wrong with it

std::uint64_t cycles_in(const std::string& golden) {
  std::uint64_t cycles = 0;
  for_each_line(golden, [&](std::uint64_t /*number*/, const std::string& line) {
    if (!line.empty() && line.front() != '#') ++cycles;
  });
  return cycles;
}

/// The line of a cycle, or the last one.
std::uint64_t line_of_cycle(const std::string& golden, std::uint64_t cycle) {
  std::uint64_t found = 0, last = 1;
  for_each_line(golden, [&](std::uint64_t number, const std::string& line) {
    if (line.empty() || line.front() == '#') return;
    last = number;
    if (found == 0 && std::strtoull(line.c_str(), nullptr, 10) == cycle) found = number;
  });
  return found == 0 ? last : found;
}

std::string value_text(const ValueText& value) {
  return value.decoded.empty() ? value.raw : fmt::format("{} ({})", value.raw, value.decoded);
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
                                   value_text(diff.first->want), value_text(diff.first->got));
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

}  // namespace

std::string golden_text(const GoldenCase& one) {
  std::error_code error;
  if (!std::filesystem::exists(one.golden_file, error) && !error) {
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

}  // namespace xb
