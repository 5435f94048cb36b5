// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/experiment_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/experiment/value_range.h"

namespace xb {
namespace {

constexpr std::size_t kMostStudyPoints = 100000;

/// Hands on every combination of the keys' values, the last key turning fastest.
class Combinations {
 public:
  using Take = std::function<void(RunConfig& config)>;

  /// `seeds`: seeds 1, 2, ... of each of them; 0: as their keys say.
  Combinations(const std::vector<SweptKey>& keys, unsigned seeds) : keys_(keys), seeds_(seeds) {
    std::size_t count = 1;
    const auto multiply = [&](std::size_t values, const std::string& place, const std::string& key) {
      if (count * values > kMostStudyPoints) {
        throw InputError("{}: {}: {} values are not allowed here; allowed: at most {} points", place, key,
                         values, kMostStudyPoints);
      }
      count *= values;
    };
    for (const SweptKey& swept : keys) multiply(swept.values.size(), swept.place, swept.key);
    if (seeds > 0) multiply(seeds, kSeeds, "seed");
  }

  void each(const Take& take) const { turn(RunConfig{}, 0, take); }

 private:
  // As deep as there are keys.
  void turn(const RunConfig& begun, std::size_t at, const Take& take) const {  // NOLINT(misc-no-recursion)
    if (at == keys_.size()) return turn_seeds(begun, take);
    const SweptKey& swept = keys_[at];
    for (std::size_t n = 0; n < swept.values.size(); ++n) {
      RunConfig config = begun;
      set_key(config, swept.key, swept.values[n], swept.place_of(n));
      turn(config, at + 1, take);
    }
  }

  void turn_seeds(const RunConfig& begun, const Take& take) const {
    for (unsigned seed = 1; seed <= std::max(1U, seeds_); ++seed) {
      RunConfig config = begun;
      if (seeds_ > 0) set_key(config, "seed", std::to_string(seed), kSeeds);
      take(config);
    }
  }

  static constexpr const char* kSeeds = "seeds";  // for messages
  const std::vector<SweptKey>& keys_;
  unsigned seeds_;
};

/// Where the key is given that a message begins with, for the message; empty if it is a flag or not given.
std::string place_of_key(const Experiment& experiment, const std::string& message) {
  const std::string key = message.substr(0, message.find(':'));
  std::string place;
  const auto look = [&](const std::vector<SweptKey>& given) {
    for (const auto& swept : given) {
      if (swept.key == key && swept.place != "--" + key) place = swept.place + ": ";
    }
  };
  for (const auto& one : experiment.cases) look(one);
  look(experiment.keys);
  return place;
}

/// Works each point out that is wanted, all unless `wants` says so, and hands it on.
template <class Take>
void resolve_all(const Experiment& experiment, Take&& take,
                 const std::function<bool(std::size_t number)>& wants = nullptr) {
  ErrorList errors;
  const auto with_place = [&](auto&& work) {
    errors.collect([&] {
      try {
        work();
      } catch (const InputErrors&) {
        throw;
      } catch (const InputError& error) {
        throw InputError(place_of_key(experiment, error.what()) + error.what());
      }
    });
  };
  PointFiles files;
  UseCheck use;
  std::size_t number = 0;
  const auto take_one = [&](const RunConfig& config) {
    use.add(config);
    if (wants && !wants(number++)) return;
    with_place([&] { take(resolve(config, files)); });
  };
  with_place([&] { experiment.each_combination(take_one); });
  if (errors.empty()) with_place([&] { use.check(); });
  errors.throw_if_any(experiment.text);
}

/// The first comma from `begin` on that is not in parentheses, as those of mesh(4,4) are; or the end.
std::size_t end_of_value(const std::string& text, std::size_t begin) {
  unsigned open = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (text[at] == ',' && open == 0) return at;
    if (text[at] == '(') ++open;
    if (text[at] == ')' && open > 0) --open;
  }
  return text.size();
}

bool has_one_of(const RunConfig& point, const KeyValues& wanted, const std::string& place) {
  const ConfigKey* const key = find_key(wanted.key);
  return any_of(wanted.values, [&](const std::string& value) {
    RunConfig other = point;
    set_key(other, wanted.key, value, place);
    return key->get(other) == key->get(point);
  });
}

}  // namespace

const std::string& SweptKey::place_of(std::size_t value) const {
  const auto is_before = [](std::size_t wanted, const ValuePlace& some) { return wanted < some.end; };
  const auto at = std::upper_bound(value_places.begin(), value_places.end(), value, is_before);
  return at == value_places.end() ? place : at->place;
}

unsigned parse_seeds(const std::string& text, const std::string& place) {
  unsigned seeds = 0;
  if (parse_number(text, 1, kMostSeeds, seeds)) return seeds;
  throw InputError("{}seeds: '{}' is not allowed; allowed: 1..{}, the seeds 1, 2, ... of each point",
                   place == "--seeds" ? "" : place + ": ", text, kMostSeeds);
}

void Experiment::replace(SweptKey swept) {
  const auto remove = [&](const std::string& key, bool from_keys) {
    const auto same = [&](const SweptKey& k) { return k.key == key; };
    for (auto& one : cases) erase_if(one, same);
    if (from_keys) erase_if(keys, same);
  };
  if (swept.key == "seeds") {
    if (swept.values.size() != 1)
      throw InputError("{}: seeds: not allowed; allowed: one number", swept.place);
    seeds = parse_seeds(swept.values.front(), swept.place);
    return remove("seed", true);
  }
  if (is_goal_entry(swept.key)) {
    if (swept.values.size() != 1)
      throw InputError("{}: {}: not allowed; allowed: one value", swept.place, swept.key);
    return set_goal(search, swept.key, swept.values.front(), swept.place);
  }
  if (swept.key == "seed") seeds = 0;
  swept.values = expand_ranges(swept.key, swept.values, swept.place);
  remove(swept.key, false);
  const auto existing =
      std::find_if(keys.begin(), keys.end(), [&](const SweptKey& k) { return k.key == swept.key; });
  if (existing == keys.end())
    keys.push_back(std::move(swept));
  else
    *existing = std::move(swept);
}

void Experiment::check_values(ErrorList& errors) const {
  const auto check = [&](const SweptKey& swept) {
    for (std::size_t n = 0; n < swept.values.size(); ++n) {
      RunConfig probe;
      errors.collect([&] { set_key(probe, swept.key, swept.values[n], swept.place_of(n)); });
    }
  };
  std::for_each(keys.begin(), keys.end(), check);
  for (const auto& one : cases) std::for_each(one.begin(), one.end(), check);
}

void Experiment::each_combination(const std::function<void(const RunConfig& config)>& take) const {
  ErrorList errors;
  check_values(errors);
  errors.throw_if_any(text);
  std::size_t count = 0;
  const auto excluded = [&](const RunConfig& point) {
    return any_of(exclusions, [&](const Exclusion& exclusion) { return exclusion.excludes(point); });
  };
  const auto add = [&](const std::vector<SweptKey>& of_case) {
    std::vector<SweptKey> swept;
    const auto is_of_file = [&](const SweptKey& k) { return !gives(of_case, k.key); };
    std::copy_if(keys.begin(), keys.end(), std::back_inserter(swept), is_of_file);
    swept.insert(swept.end(), of_case.begin(), of_case.end());
    std::vector<std::string> given;
    for (const SweptKey& one : swept) given.push_back(one.key);
    const auto take_point = [&](RunConfig& point) {
      take_cluster_defaults(point, given);
      if (excluded(point)) return;
      ++count;
      take(point);
    };
    Combinations(swept, seeds).each(take_point);
  };
  if (cases.empty()) add({});
  for (const auto& one : cases) add(one);
  if (count == 0)
    throw InputError(exclusions.front().place +
                     ": exclude: all points are left out; allowed: at least one that is not");
}

std::vector<Setup> Experiment::setups() const {
  if (search)
    throw InputError("{}search: '{}' is not allowed here; allowed: with xbarlab run", search.place,
                     search.name());
  std::vector<Setup> points;
  resolve_all(*this, [&](Setup setup) { points.push_back(std::move(setup)); });
  return points;
}

std::vector<RunConfig> Experiment::points() const {
  std::vector<RunConfig> configs;
  each_point([&](const RunConfig& config) { configs.push_back(config); });
  return configs;
}

void Experiment::each_point(const std::function<void(const RunConfig& config)>& take,
                            const std::function<bool(std::size_t number)>& wants) const {
  const auto take_config = [&](const Setup& setup) { take(setup.config); };
  resolve_all(*this, take_config, wants);
}

SweptKey parse_assignment(const std::string& assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw not_allowed("--set", assignment, "key=value, or key=a,b,c");
  }
  SweptKey swept{assignment.substr(0, equals), {}, "--set"};
  for (std::size_t begin = equals + 1; begin <= assignment.size();) {
    const auto comma = end_of_value(assignment, begin);
    swept.values.push_back(assignment.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return swept;
}

bool Exclusion::excludes(const RunConfig& point) const {
  return all_of(keys, [&](const KeyValues& wanted) { return has_one_of(point, wanted, place); });
}

}  // namespace xb
