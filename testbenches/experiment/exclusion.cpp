// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/exclusion.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"

namespace xb {
namespace {

bool has_one_of(const RunConfig& point, const KeyValues& wanted, const std::string& place) {
  const auto& keys = config_keys();
  const auto key =
      std::find_if(keys.begin(), keys.end(), [&](const auto& k) { return k.name == wanted.key; });
  return std::any_of(wanted.values.begin(), wanted.values.end(), [&](const std::string& value) {
    RunConfig other = point;
    set_key(other, wanted.key, value, place);
    return key->get(other) == key->get(point);
  });
}

}  // namespace

bool Exclusion::excludes(const RunConfig& point) const {
  return std::all_of(keys.begin(), keys.end(),
                     [&](const KeyValues& wanted) { return has_one_of(point, wanted, place); });
}

}  // namespace xb
