// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/check_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/called_as.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "testbenches/tracing/trace_flags.h"
#include "waves/compare/diff_text.h"

namespace xb {
namespace {

constexpr std::uint64_t kViewedBefore = 20, kViewedCycles = 50;
constexpr std::size_t kEngineColumns = 8;  // systemc, lockstep

std::string view_command(const CaseOutcome& outcome) {
  const std::uint64_t before = std::min(kViewedBefore, outcome.first_cycle);
  const std::string name = shell_word(fmt::format("{}-{}", outcome.of->name, outcome.engine));
  return fmt::format(
      "{} wave {} --engine {} --trace-from {} --trace-cycles {} --output {} && gtkwave {}.gtkw", called_as(),
      shell_word(outcome.of->point_file.string()), outcome.engine, outcome.first_cycle - before,
      kViewedCycles, name, name);
}

}  // namespace

std::size_t GoldenReport::cases() const {
  std::size_t count = 0;
  const GoldenCase* last = nullptr;
  for (const CaseOutcome& outcome : outcomes) {
    if (outcome.of != last) ++count;
    last = outcome.of;
  }
  return count;
}

std::size_t GoldenReport::different() const {
  return count_if(outcomes, [](const CaseOutcome& o) { return !o.same && o.error.empty(); });
}

std::size_t GoldenReport::errors() const {
  return count_if(outcomes, [](const CaseOutcome& o) { return !o.error.empty(); });
}

std::string short_verdict(const CaseOutcome& outcome) {
  if (outcome.same) return "same";
  if (!outcome.error.empty()) return headline(outcome.error);
  return fmt::format("cycle {}  {}", outcome.first_cycle, outcome.headline);
}

std::string outcome_line(const CaseOutcome& outcome, std::size_t name_columns) {
  return fmt::format("  {:<{}}  {:<{}}  {}{}\n", outcome.of->name, name_columns, outcome.engine,
                     kEngineColumns,
                     outcome.same            ? "same       "
                     : outcome.error.empty() ? "DIFFERENT  "
                                             : "ERROR      ",
                     outcome.same ? fmt::format("{} cycles", outcome.run.cycles) : short_verdict(outcome));
}

std::string outcome_report(const CaseOutcome& outcome, const std::string& view) {
  if (!outcome.error.empty())
    return fmt::format("{}\nreproduce: {}\n", outcome.error, reproduce_command(outcome));
  std::string text;
  if (!outcome.run.failure.empty()) text += fmt::format("the run failed: {}\n", outcome.run.failure);
  if (outcome.run.stopped)
    text += fmt::format(
        "the run was stopped after {} cycles, {} more than the golden file has: it would not have ended "
        "there\n",
        outcome.run.cycles, outcome.run.cycles - std::min(outcome.run.cycles, outcome.diff.want.cycles));
  const std::string difference = point_difference(outcome.diff.want.point, outcome.diff.got.point);
  if (!difference.empty()) text += fmt::format("the golden file is of another point: {}\n", difference);
  DiffAdvice advice;
  advice.all = true;
  advice.reproduce = reproduce_command(outcome);
  advice.view = view.empty() ? view_command(outcome) : view;
  advice.accept = accept_command(*outcome.of);
  if (!outcome.diff.same) return text + diff_text(outcome.diff, advice);
  return text + fmt::format("reproduce: {}\nview: {}\n", advice.reproduce, advice.view);
}

std::string verdict_line(const GoldenReport& report) {
  const std::size_t runs = report.outcomes.size(), different = report.different(), errors = report.errors();
  const std::string counts = fmt::format("{}, {}: ", counted(report.cases(), "case"), counted(runs, "run"));
  if (report.same()) return counts + "all same";
  return counts + fmt::format("{} same, {} different{}", runs - different - errors, different,
                              errors == 0 ? "" : fmt::format(", {} not judged", errors));
}

std::string reproduce_command(const CaseOutcome& outcome) {
  if (outcome.of->golden_file.empty())  // no case, the folder
    return fmt::format("{} golden {}", called_as(), shell_word(outcome.of->point_file.string()));
  const std::filesystem::path folder = outcome.of->point_file.parent_path();
  return fmt::format("{} golden {} --case {} --engine {}", called_as(),
                     shell_word(folder.empty() ? "." : folder.string()), shell_word(outcome.of->name),
                     outcome.engine);
}

}  // namespace xb
