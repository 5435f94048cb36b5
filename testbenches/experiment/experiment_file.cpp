// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/experiment_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/config/cluster_defaults.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/exchange/schedule_registry.h"
#include "testbenches/experiment/expectation_reader.h"

namespace xb {
namespace {

toml::table parse(const std::string& file, const std::string& key, const char* allowed) {
  try {
    return toml::parse(read_text_file(file, key.c_str(), allowed), file);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }
}

/// The value of a key that may name a file: that is looked for beside the experiment.
std::string beside(const std::string& file, const std::string& key, std::string value) {
  const std::filesystem::path path(value);
  const bool names_file = ((key == "cluster" || key == "topology") && path.extension() == ".toml") ||
                          (key == "schedule" && is_goal_file(value));
  if (!names_file || path.is_absolute()) return value;
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

SweptKey read_key(const std::string& file, const std::string& key, const toml::node& node) {
  SweptKey swept{key, {}, toml_place(file, node)};
  const auto* list = node.as_array();
  if (list == nullptr) {
    swept.values.push_back(beside(file, key, toml_scalar(node, swept.place, key)));
    return swept;
  }
  for (const auto& element : *list)
    swept.values.push_back(beside(file, key, toml_scalar(element, toml_place(file, element), key)));
  if (list->empty())
    throw InputError(
        fmt::format("{}: {}: '[]' is not allowed; allowed: at least one value", swept.place, key));
  return swept;
}

/// Keys of a table in the order of the file; what `other(key, node)` takes is none.
template <class Other>
std::vector<SweptKey> read_keys(const std::string& file, const toml::table& table, Other&& other) {
  std::map<std::pair<unsigned, unsigned>, SweptKey> found;  // by line and column
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    if (other(key, node)) continue;
    const auto position = node.source().begin;
    found.emplace(std::pair(position.line, position.column), read_key(file, key, node));
  }
  std::vector<SweptKey> keys;
  for (auto& [position, swept] : found) keys.push_back(std::move(swept));
  return keys;
}

std::vector<std::vector<SweptKey>> read_cases(const std::string& file, const toml::node& node) {
  const auto* list = node.as_array();
  if (list == nullptr || !list->is_array_of_tables())
    throw InputError(
        fmt::format("{}: case: not allowed; allowed: [[case]], once or more", toml_place(file, node)));
  std::vector<std::vector<SweptKey>> cases;
  for (const auto& element : *list)
    cases.push_back(read_keys(file, *element.as_table(), [](const auto&, const auto&) { return false; }));
  return cases;
}

/// Keys that several experiments share: the included file has nothing else.
std::vector<SweptKey> read_included(const std::string& file, const toml::node& node) {
  const std::string place = toml_place(file, node);
  const std::string name = toml_scalar(node, place, "include");
  const std::string path = (std::filesystem::path(file).parent_path() / name).lexically_normal().string();
  const toml::table table = parse(path, place + ": include", "a TOML file of keys");
  return read_keys(path, table, [](const auto&, const auto&) { return false; });
}

bool names_key(const std::vector<SweptKey>& keys, const std::string& name) {
  return std::any_of(keys.begin(), keys.end(), [&](const SweptKey& k) { return k.key == name; });
}

/// Adds every combination of the keys' values.
void combine(const std::vector<SweptKey>& keys, std::vector<RunConfig>& points) {
  for (const auto& swept : keys) {
    std::vector<RunConfig> next;
    for (const auto& point : points) {
      for (const auto& value : swept.values) {
        next.push_back(point);
        set_key(next.back(), swept.key, value, swept.place);
      }
    }
    points = std::move(next);
  }
}

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

/// All points, not yet checked against their other keys.
std::vector<RunConfig> combinations(const Experiment& experiment) {
  std::vector<RunConfig> all;
  const auto add = [&](const std::vector<SweptKey>& of_case) {
    std::vector<RunConfig> points{RunConfig{}};
    std::vector<std::string> given;
    for (const auto* part : {&experiment.keys, &of_case}) {
      combine(*part, points);
      for (const auto& swept : *part) given.push_back(swept.key);
    }
    for (auto& point : points) take_cluster_defaults(point, given);
    all.insert(all.end(), points.begin(), points.end());
  };
  if (experiment.cases.empty()) add({});
  for (const auto& one : experiment.cases) add(one);
  return all;
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

}  // namespace

Experiment read_experiment(const std::filesystem::path& path) {
  const std::string file = path.string();
  const toml::table table =
      parse(file, "run", "an experiment file (xbarlab list experiments), or flags only");
  Experiment experiment;
  std::vector<SweptKey> included;
  experiment.keys = read_keys(file, table, [&](const std::string& key, const toml::node& node) {
    if (key == "include")
      included = read_included(file, node);
    else if (key == "title")
      experiment.title = toml_scalar(node, toml_place(file, node), key);
    else if (key == "source")
      experiment.source = toml_scalar(node, toml_place(file, node), key);
    else if (key == "case")
      experiment.cases = read_cases(file, node);
    else if (key == "expect")
      experiment.expectations = read_expectations(node, file);
    else
      return false;
    return true;
  });
  for (auto key = included.rbegin(); key != included.rend(); ++key) {
    if (!names_key(experiment.keys, key->key)) experiment.keys.insert(experiment.keys.begin(), *key);
  }
  if (!experiment.expectations.empty()) {
    const std::vector<RunConfig> points = experiment.points();
    for (auto& expectation : experiment.expectations) settle(expectation, points);
  }
  return experiment;
}

void Experiment::replace(SweptKey swept) {
  const auto same = [&](const SweptKey& k) { return k.key == swept.key; };
  for (auto& one : cases) one.erase(std::remove_if(one.begin(), one.end(), same), one.end());
  const auto existing = std::find_if(keys.begin(), keys.end(), same);
  if (existing == keys.end())
    keys.push_back(std::move(swept));
  else
    *existing = std::move(swept);
}

std::vector<Setup> Experiment::setups() const {
  try {
    const std::vector<RunConfig> all = combinations(*this);
    std::vector<Setup> points;
    GoalFiles goals;
    for (const auto& config : all) points.push_back(resolve(config, goals));
    check_use(all);
    return points;
  } catch (const InputError& error) {
    throw InputError(place_of_key(*this, error.what()) + error.what());
  }
}

std::vector<RunConfig> Experiment::points() const {
  std::vector<RunConfig> configs;
  for (const Setup& setup : setups()) configs.push_back(setup.config);
  return configs;
}

SweptKey parse_assignment(const std::string& assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(fmt::format("--set: '{}' is not allowed; allowed: key=value, or key=a,b,c", assignment));
  }
  SweptKey swept{assignment.substr(0, equals), {}, "--set"};
  for (std::size_t begin = equals + 1; begin <= assignment.size();) {
    const auto comma = end_of_value(assignment, begin);
    swept.values.push_back(assignment.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return swept;
}

}  // namespace xb
