// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace xb {

/// Whether a value reaches the goal, as far as its interval says.
enum class Answer { Yes, No, Undecided };

/// Where the answers of a list of values change from yes to no.
struct Bracket {
  /// Answers without which there is no next step; empty: the bisection is at its end.
  std::vector<std::size_t> wanted;
  /// Of the values asked, all up to this one are not no, and it is a yes itself; nothing: the first is no
  /// yes.
  std::optional<std::size_t> last_yes;
  /// Of the values asked, all from this one on are not yes, and it is a no itself; nothing: there is none.
  std::optional<std::size_t> first_no;
  /// A no came before a yes: noise, or no single change.
  bool uneven = false;
};

/// An answer, or nothing if it is not known yet. Must be the same whenever it is asked.
using Ask = std::function<std::optional<Answer>(std::size_t value)>;

/// Bisects values 0 .. count - 1, of which there are at least two: first the ends, then the middles of what
/// is left, at last the neighbours of what was found, which would show that an answer on the way misled. From
/// neighbours that contradict it goes on outwards, in steps that double, until they do not. An undecided
/// value is neither yes nor no: it stays between the two.
Bracket bisect(std::size_t count, const Ask& ask);

/// How many values are asked if each is decided and none contradicts; and the most in any case.
std::size_t usual_asked(std::size_t count);
std::size_t most_asked(std::size_t count);

}  // namespace xb
