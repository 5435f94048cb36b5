// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/config_keys.h"
#include "host/errors.h"
#include "host/key_use.h"
#include "testbenches/expectation_reader.h"

namespace xb {
Experiment read_experiment(const std::filesystem::path& path) {
  const std::string file = path.string();
  if (!std::filesystem::is_regular_file(path)) {
    throw InputError(fmt::format(
        "run: '{}' is not allowed; allowed: an experiment file (xbarlab list experiments), or flags only",
        file));
  }
  toml::table table;
  try {
    table = toml::parse_file(file);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }
  Experiment experiment;
  std::vector<std::pair<toml::source_position, SweptKey>> found;
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    if (key == "title" || key == "source") {
      (key == "title" ? experiment.title : experiment.source) =
          toml_scalar(node, toml_place(file, node), key);
      continue;
    }
    if (key == "expect") {
      experiment.expectations = read_expectations(node, file);
      continue;
    }
    SweptKey swept{key, {}, toml_place(file, node)};
    if (const auto* list = node.as_array()) {
      for (const auto& element : *list)
        swept.values.push_back(toml_scalar(element, toml_place(file, element), key));
      if (list->empty())
        throw InputError(
            fmt::format("{}: {}: '[]' is not allowed; allowed: at least one value", swept.place, key));
    } else {
      swept.values.push_back(toml_scalar(node, swept.place, key));
    }
    found.emplace_back(node.source().begin, std::move(swept));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.line, a.first.column) < std::pair(b.first.line, b.first.column);
  });
  for (auto& [position, swept] : found) experiment.keys.push_back(std::move(swept));
  if (!experiment.expectations.empty()) {
    const std::vector<RunConfig> points = combine(RunConfig{}, experiment.keys);
    for (auto& expectation : experiment.expectations) settle(expectation, points);
  }
  return experiment;
}

void override_key(std::vector<SweptKey>& keys, const std::string& assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(fmt::format("--set: '{}' is not allowed; allowed: key=value, or key=a,b,c", assignment));
  }
  SweptKey swept{assignment.substr(0, equals), {}, "--set"};
  for (std::size_t begin = equals + 1; begin <= assignment.size();) {
    const auto comma = std::min(assignment.find(',', begin), assignment.size());
    swept.values.push_back(assignment.substr(begin, comma - begin));
    begin = comma + 1;
  }
  for (auto& existing : keys) {
    if (existing.key == swept.key) {
      existing = std::move(swept);
      return;
    }
  }
  keys.push_back(std::move(swept));
}

std::vector<RunConfig> combine(const RunConfig& base, const std::vector<SweptKey>& keys) {
  std::vector<RunConfig> points{base};
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
  for (const auto& point : points) check(point);
  check_use(points);
  return points;
}

}  // namespace xb
