// SPDX-License-Identifier: Apache-2.0
#include "host/config/differing_keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace xb {

std::vector<const ConfigKey*> differing_keys(std::size_t count,
                                             const std::function<const RunConfig&(std::size_t)>& config,
                                             const std::vector<std::string>& but) {
  std::vector<const ConfigKey*> keys;
  for (const auto& key : config_keys()) {
    if (count == 0 || std::count(but.begin(), but.end(), key.name) > 0) continue;
    const auto first = key.get(config(0));
    std::size_t n = 1;
    while (n < count && key.get(config(n)) == first) ++n;
    if (n < count) keys.push_back(&key);
  }
  return keys;
}

}  // namespace xb
