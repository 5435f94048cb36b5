// SPDX-License-Identifier: Apache-2.0
#include "host/config/differing_keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace xb {

std::vector<const ConfigKey*> differing_keys(std::size_t count,
                                             const std::function<RunConfig(std::size_t)>& config,
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
    const bool is_named = std::find(but.begin(), but.end(), keys[k].name) != but.end();
    if (differs[k] && !is_named) found.push_back(&keys[k]);
  }
  return found;
}

}  // namespace xb
