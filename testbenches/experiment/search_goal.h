// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace xb {

/// A throughput to reach.
struct ThroughputGoal {
  double value = 0;         ///< of the line rate, or
  bool of_offered = false;  ///< ... of the offered load
};

/// What an experiment searches for among the values of a key, instead of running all of them
/// (docs/studies.md#searches).
struct SearchGoal {
  enum class Kind {
    None,        ///< all values are run
    Saturation,  ///< the largest load that is carried
    Depth,       ///< the least depth that keeps a loss or a throughput
    Headroom     ///< the least headroom with which no packet finds an input full
  };
  Kind kind = Kind::None;
  std::string place;  ///< for messages: where `search` is
  std::optional<double> max_loss;
  std::optional<ThroughputGoal> min_throughput;

  explicit operator bool() const { return kind != Kind::None; }
  /// The least value is wanted, else the largest.
  [[nodiscard]] bool wants_least() const { return kind == Kind::Depth || kind == Kind::Headroom; }
  /// The key that is searched: load, depth or headroom.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] std::string name() const;
};

/// The entries of a file that say what is searched for: search, max-loss, min-throughput.
const std::vector<std::string>& goal_entries();
bool is_goal_entry(const std::string& name);

/// What one of them may be, for messages.
std::string allowed_goal(const std::string& entry);

/// Takes the value of one of goal_entries(). Throws InputError that begins with `place`, but for a flag.
void set_goal(SearchGoal& goal, const std::string& entry, const std::string& value, const std::string& place);

/// Throws InputError if the entries do not go together.
void check_goal(const SearchGoal& goal);

}  // namespace xb
