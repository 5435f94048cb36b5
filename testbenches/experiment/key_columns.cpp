// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/key_columns.h"

#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "host/base/ranges.h"
#include "host/point/run_config.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/point.h"

namespace xb {

std::vector<const ConfigKey*> differing_keys(std::size_t count, const ConfigAt& config,
                                             const std::vector<std::string>& but) {
  const std::vector<ConfigKey>& keys = config_keys();
  if (count == 0) return {};
  const RunConfig first = config(0);
  std::vector<nlohmann::ordered_json> firsts;
  for (const ConfigKey& key : keys) firsts.push_back(key.get(first));
  std::vector<bool> differs(keys.size(), false);
  for (std::size_t n = 1; n < count; ++n) {
    const RunConfig other = config(n);
    for (std::size_t k = 0; k < keys.size(); ++k) differs[k] = differs[k] || keys[k].get(other) != firsts[k];
  }
  std::vector<const ConfigKey*> found;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const bool is_named = contains(but, keys[k].name);
    if (differs[k] && !is_named) found.push_back(&keys[k]);
  }
  return found;
}

KeyColumns::KeyColumns(TextTable& table, std::size_t count, const ConfigAt& config,
                       const std::vector<std::string>& but, const ColumnNames& named)
    : keys_(differing_keys(count, config, but)) {
  using Column = TextTable::Column;
  for (const ConfigKey* const key : keys_)
    table.column(key->name, named.count(key->name) > 0 ? Column::Kept : Column::Key);
}

ColumnNames named_columns(const Experiment& experiment) {
  ColumnNames named{experiment.search ? experiment.search.key() : ""};
  for (const Expectation& expectation : experiment.expectations) {
    named.insert(expectation.measure);
    for (const auto* keys : {&expectation.where, &expectation.over}) {
      for (const KeyValues& key : *keys) named.insert(key.key);
    }
  }
  std::string word;
  for (const char c : experiment.title + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-') {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    named.insert(word);
    word.clear();
  }
  return named;
}

void KeyColumns::add_cells(std::vector<std::string>& row, const RunConfig& config) const {
  for (const ConfigKey* const key : keys_) row.push_back(value_text(key->get(config)));
}

ConfigAt configs_of(const std::vector<Point>& points) {
  return [&points](std::size_t n) { return points[n].config; };
}

std::vector<std::vector<std::size_t>> groups_over_seeds(std::size_t count, const ConfigAt& config) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> known;
  std::set<std::pair<std::size_t, std::uint64_t>> seeds;  // of groups
  for (std::size_t n = 0; n < count; ++n) {
    RunConfig without_seed = config(n);
    const std::uint64_t seed = without_seed.seed;
    without_seed.seed = 0;
    const auto [group, is_new] = known.emplace(to_json(without_seed).dump(), groups.size());
    if (is_new) groups.emplace_back();
    if (seeds.emplace(group->second, seed).second) groups[group->second].push_back(n);
  }
  return groups;
}

std::string number_of(const std::vector<Point>& points, std::size_t n) {
  return std::to_string(points[n].number > 0 ? points[n].number : n + 1);
}

}  // namespace xb
