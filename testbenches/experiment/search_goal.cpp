// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search_goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/step_methods/step_methods.h"

namespace xb {
namespace {

constexpr const char* kAllowedSearch = "none saturation depth headroom";

[[noreturn]] void refuse_goal(const std::string& at, const std::string& entry, const std::string& value,
                              const std::string& allowed) {
  throw InputError("{}{}: '{}' is not allowed; allowed: {}", at, entry, value, allowed);
}

constexpr std::array kGoalNames{"none", "saturation", "depth", "headroom"};  // as SearchGoal::Kind
constexpr std::array kGoalKeys{"load", "load", "depth", "headroom"};

void set_kind(SearchGoal& goal, const std::string& value, const std::string& at) {
  const auto* const name = std::find(kGoalNames.begin(), kGoalNames.end(), value);
  if (name != kGoalNames.end()) {
    goal.kind = static_cast<SearchGoal::Kind>(name - kGoalNames.begin());
    return;
  }
  refuse_goal(
      at, "search", value,
      parse_step_search(value)  // of the key that once had this name
          ? fmt::format("{}; for the steps of a liquid schedule, step-search = \"{}\"", kAllowedSearch, value)
          : kAllowedSearch);
}

std::optional<ThroughputGoal> parse_throughput(std::string text) {
  ThroughputGoal goal;
  goal.of_offered = !text.empty() && text.back() == '%';
  if (goal.of_offered) {
    text.pop_back();
    while (!text.empty() && text.back() == ' ') text.pop_back();
  }
  if (!parse_number(text, 0, goal.of_offered ? 100 : 1, goal.value)) return {};
  if (goal.of_offered) goal.value /= 100;
  return goal;
}

}  // namespace

std::string SearchGoal::key() const { return kGoalKeys.at(static_cast<std::size_t>(kind)); }

std::string SearchGoal::name() const { return kGoalNames.at(static_cast<std::size_t>(kind)); }

const std::vector<std::string>& goal_entries() {
  static const std::vector<std::string> entries{"search", "max-loss", "min-throughput"};
  return entries;
}

bool is_goal_entry(const std::string& name) { return contains(goal_entries(), name); }

std::string allowed_goal(const std::string& entry) {
  if (entry == "search") return kAllowedSearch;
  return entry == "max-loss" ? "above 0, up to 1, of the offered packets"
                             : "0..1 of the line rate, or a percentage of the offered load such as \"99 %\"";
}

void set_goal(SearchGoal& goal, const std::string& entry, const std::string& value,
              const std::string& place) {
  const std::string at = place == "--" + entry ? "" : place + ": ";
  if (entry == "search") {
    set_kind(goal, value, at);
    goal.place = at;
  } else if (entry == "max-loss") {
    double loss = 0;
    if (!parse_number(value, 0, 1, loss) || loss == 0) refuse_goal(at, entry, value, allowed_goal(entry));
    goal.max_loss = loss;
  } else {
    goal.min_throughput = parse_throughput(value);
    if (!goal.min_throughput) refuse_goal(at, entry, value, allowed_goal(entry));
  }
}

void check_goal(const SearchGoal& goal) {
  const bool targets = goal.max_loss || goal.min_throughput;
  if (goal.kind == SearchGoal::Kind::Depth && !targets) {
    throw InputError(
        "{}search: 'depth' is not allowed without a target; allowed: with max-loss, "
        "min-throughput or both",
        goal.place);
  }
  if (goal.kind != SearchGoal::Kind::Depth && targets) {
    throw InputError("{}{}: not allowed with search '{}'; allowed: with search depth", goal.place,
                     goal.max_loss ? "max-loss" : "min-throughput", goal.name());
  }
}

}  // namespace xb
