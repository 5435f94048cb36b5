// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/key_columns.h"

#include <map>
#include <nlohmann/json.hpp>

#include "host/config/differing_keys.h"
#include "host/config/key_values.h"

namespace xb {

KeyColumns::KeyColumns(TextTable& table, std::size_t count, const ConfigAt& config,
                       const std::vector<std::string>& but)
    : keys_(differing_keys(count, config, but)) {
  for (const ConfigKey* const key : keys_) table.column(key->name);
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
  for (std::size_t n = 0; n < count; ++n) {
    RunConfig without_seed = config(n);
    without_seed.seed = 0;
    const auto [group, is_new] = known.emplace(to_json(without_seed).dump(), groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(n);
  }
  return groups;
}

std::string number_of(const std::vector<Point>& points, std::size_t n) {
  return std::to_string(points[n].number > 0 ? points[n].number : n + 1);
}

}  // namespace xb
