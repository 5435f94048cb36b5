// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "host/base/errors.h"
#include "testbenches/golden/junit.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// What a student wrote may be in it; a line stays one.
std::string one_line_of(std::string text) {
  const auto breaks = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), breaks, ' ');
  return text;
}

Mark mark_by(const Criterion& criterion, Submission& submission) {
  const auto start = std::chrono::steady_clock::now();
  Mark mark;
  mark.of = &criterion.head;
  try {
    mark.reason = criterion.judge(submission);
    mark.reached = true;
  } catch (const NotReached& wrong) {
    mark.reason = wrong.what();
    mark.next = mark.of->hint;
    if (!wrong.next().empty()) mark.next += "; see it: " + wrong.next();
  }
  try {
    if (criterion.standing) mark.standing = criterion.standing(submission);
  } catch (const NotReached&) {  // it is on no board
  }
  mark.reason = one_line_of(mark.reason);
  mark.next = one_line_of(mark.next);
  mark.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return mark;
}

}  // namespace

double LabResult::score() const {
  double sum = 0;
  for (const Mark& mark : marks) sum += mark.points();
  return sum;
}

double LabResult::most() const {
  double sum = 0;
  for (const Mark& mark : marks) sum += mark.of->points;
  return sum;
}

LabResult check_submission(const LabUnit& unit, const std::filesystem::path& folder, const SubmissionUse& use,
                           const CheckListener& listener) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw InputError("folder: '{}' is not allowed; allowed: a folder that lab start has made",
                     folder.string());
  SubmissionUse limited = use;
  limited.limits = unit.limits;
  Submission submission(folder, limited);
  LabResult result;
  for (const Criterion& criterion : unit.criteria) {
    listener.begins(criterion.head);
    result.marks.push_back(mark_by(criterion, submission));
    listener.ends(result.marks.back());
  }
  return result;
}

namespace {

/// What a student reads of a criterion below its title.
std::string output_of(const Mark& mark) {
  if (mark.reached) return mark.reason;
  return fmt::format("{}\nnext: {}", mark.reason, mark.next);
}

}  // namespace

std::string points_text(double points) { return fmt::format("{:g}", points); }

nlohmann::ordered_json gradescope_results(const LabResult& result) {
  nlohmann::ordered_json tests = nlohmann::ordered_json::array();
  for (const Mark& mark : result.marks) {
    tests.push_back({{"name", mark.of->title},
                     {"number", mark.of->id},
                     {"score", mark.points()},
                     {"max_score", mark.of->points},
                     {"status", mark.reached ? "passed" : "failed"},
                     {"output", output_of(mark)},
                     {"visibility", mark.of->hidden ? "hidden" : "visible"}});
  }
  return {{"score", result.score()}, {"tests", std::move(tests)}};
}

std::string lab_junit(const LabUnit& unit, const LabResult& result) {
  std::vector<JunitCase> cases;
  for (const Mark& mark : result.marks) {
    cases.push_back({"lab." + unit.name, mark.of->id, mark.seconds, "", "", ""});
    if (mark.reached) continue;
    cases.back().failure_type = "not-reached";
    cases.back().message = mark.reason;
    cases.back().text = output_of(mark);
  }
  return junit_text("xbarlab lab", unit.name, cases);
}

std::string mark_text(const Mark& mark) {
  const std::size_t columns = terminal_columns();
  const std::size_t width = columns == 0 ? 120 : columns;
  const std::string indent(12, ' ');
  std::string text =
      fmt::format("  {:>3} of {:<3}  {}{}\n", points_text(mark.points()), points_text(mark.of->points),
                  mark.of->title, mark.of->hidden ? " (hidden)" : "");
  const auto line = [&](const std::string& what) {
    if (!what.empty()) text += wrap(indent + what, width, indent + "  ") + "\n";
  };
  line(mark.reason);
  if (!mark.reached) line("next: " + mark.next);
  return text;
}

std::string score_text(const LabResult& result) {
  return fmt::format("{} of {} points", points_text(result.score()), points_text(result.most()));
}

}  // namespace xb
