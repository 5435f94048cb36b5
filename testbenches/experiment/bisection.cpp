// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/bisection.h"

#include <algorithm>

namespace xb {
namespace {

class Bisection {
 public:
  Bisection(std::size_t count, const Ask& ask) : last_(count - 1), least_no_(count), ask_(ask) {}

  Bracket go() {
    const auto first = ask(0), last = ask(last_);
    if (!first || !last || *first != Answer::Yes) return bracket_;
    if (*last == Answer::Yes) {
      bracket_.last_yes = last_;
      return bracket_;
    }
    std::size_t yes = 0, not_yes = last_;
    if (!narrow(yes, not_yes, [](Answer a) { return a == Answer::Yes; })) return bracket_;
    std::size_t not_no = yes, no = least_no_;
    if (no <= last_ && !narrow(not_no, no, [](Answer a) { return a != Answer::No; })) return bracket_;
    if (!confirm_yes(yes) || (no <= last_ && !confirm_no(no))) return bracket_;
    bracket_.last_yes = yes;
    if (no <= last_ && ask(no) == Answer::No) bracket_.first_no = no;
    return bracket_;
  }

 private:
  std::optional<Answer> ask(std::size_t value) {
    const auto answer = ask_(value);
    if (!answer) bracket_.wanted.push_back(value);
    if (answer == Answer::No) least_no_ = std::min(least_no_, value);
    return answer;
  }

  /// Until the two are neighbours; false if an answer is wanted.
  template <class Holds>
  bool narrow(std::size_t& holds, std::size_t& fails, Holds&& is_held) {
    while (fails - holds > 1) {
      const std::size_t middle = holds + (fails - holds) / 2;
      const auto answer = ask(middle);
      if (!answer) return false;
      (is_held(*answer) ? holds : fails) = middle;
    }
    return true;
  }

  /// The neighbour before a yes must be no no; otherwise there is an earlier yes, the first value at last.
  bool confirm_yes(std::size_t& yes) {
    std::size_t step = 1;
    for (std::size_t at = yes; at > 0; step *= 2) {
      at -= std::min(at, step);
      const auto answer = ask(at);
      if (!answer) return false;
      if (step == 1 && *answer != Answer::No) return true;
      bracket_.uneven = true;
      yes = at;
      if (*answer == Answer::Yes) return true;
    }
    return true;
  }

  /// The neighbour after a no must be no yes; otherwise there is a later no, or none.
  bool confirm_no(std::size_t& no) {
    std::size_t step = 1;
    for (std::size_t at = no; at < last_; step *= 2) {
      at += std::min(last_ - at, step);
      const auto answer = ask(at);
      if (!answer) return false;
      if (step == 1 && *answer != Answer::Yes) return true;
      bracket_.uneven = true;
      no = at;
      if (*answer == Answer::No) return true;
    }
    return true;
  }

  std::size_t last_, least_no_;
  const Ask& ask_;
  Bracket bracket_;
};

/// Halvings until neighbours are left of so many steps.
std::size_t halvings(std::size_t steps) {
  std::size_t count = 0;
  for (std::size_t left = 1; left < steps; left *= 2) ++count;
  return count;
}

}  // namespace

Bracket bisect(std::size_t count, const Ask& ask) { return Bisection(count, ask).go(); }

std::size_t usual_asked(std::size_t count) { return std::min(count, 2 + halvings(count - 1) + 2); }

std::size_t most_asked(std::size_t count) { return std::min(count, 2 + 4 * halvings(count - 1) + 2); }

}  // namespace xb
