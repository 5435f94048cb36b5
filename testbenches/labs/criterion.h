// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "host/base/errors.h"

namespace xb {

class Submission;

/// What every criterion of a lab unit has, whatever its kind.
struct CriterionHead {
  std::string id;     ///< of letters, digits and dashes; one of the unit
  std::string title;  ///< what is to be reached
  std::string hint;   ///< what to look at next where it is not reached
  double points = 0;
  bool hidden = false;  ///< of the instructor's file
};

/// A submission does not reach a criterion. The message is one line that its author understands.
class NotReached : public std::runtime_error {
 public:
  explicit NotReached(const std::string& why, std::string next = {})
      : std::runtime_error(why), next_(std::move(next)) {}
  /// What to look at next; empty: what the criterion's hint says.
  [[nodiscard]] const std::string& next() const { return next_; }

 private:
  std::string next_;
};

/// What `work` gives; what it refuses is of the student's making.
template <class Work>
auto of_student(const Work& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw NotReached(error.what());
  }
}

template <class... Args>
NotReached not_reached(fmt::format_string<Args...> why, Args&&... args) {
  return NotReached(fmt::format(why, std::forward<Args>(args)...));
}

/// Something that a submission has to reach, for its points or none.
struct Criterion {
  CriterionHead head;
  /// Throws NotReached. What it returns says what was reached, in a line; empty: its title does.
  std::function<std::string(Submission&)> judge;
  /// Works out what is the same for all submissions, for processes that are forked from this one.
  std::function<void()> prepare = [] {};
  /// On a board of results, where submissions compete: less is better; NotReached: it is not on it. Empty:
  /// there is no board.
  std::function<double(Submission&)> standing;
  /// It runs what a student wrote, which takes isolation.
  bool runs_code = false;
};

}  // namespace xb
