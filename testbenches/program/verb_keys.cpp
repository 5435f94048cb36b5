// SPDX-License-Identifier: Apache-2.0
// Apart from verb.cpp, for programs that have no keys.
#include <fmt/format.h>

#include <algorithm>

#include "host/config/config_keys.h"
#include "testbenches/program/verb.h"

namespace xb {

void Verb::keys(std::vector<SweptKey>& to, const std::vector<std::string>& only) {
  for (const char* const group : key_groups()) {
    for (const ConfigKey& one : config_keys()) {
      if (one.group != std::string(group)) continue;
      if (only.empty() || std::find(only.begin(), only.end(), one.name) != only.end())
        key(one.name, "VALUE", to, fmt::format("{} ({})", one.help, one.allowed), group);
    }
  }
}

}  // namespace xb
