// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "host/base/errors.h"

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
  mark.of = &criterion.head();
  try {
    mark.reason = criterion.judge(submission);
    mark.reached = true;
  } catch (const NotReached& wrong) {
    mark.reason = wrong.what();
    mark.next = mark.of->hint;
    if (!wrong.next().empty()) mark.next += "; see it: " + wrong.next();
  }
  try {
    if (criterion.on_board()) mark.standing = criterion.standing(submission);
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
  for (const auto& criterion : unit.criteria) {
    listener.begins(criterion->head());
    result.marks.push_back(mark_by(*criterion, submission));
    listener.ends(result.marks.back());
  }
  return result;
}

}  // namespace xb
