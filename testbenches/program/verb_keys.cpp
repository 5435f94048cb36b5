// SPDX-License-Identifier: Apache-2.0
// Apart from verb.cpp, for programs that have no keys.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "testbenches/program/verb.h"

namespace xb {
namespace {

/// What a key may be, and, where all keys may be given, what it is without; an empty default says nothing.
std::string values_of(const ConfigKey& key, bool with_default) {
  if (!with_default) return key.allowed;
  // A record has what it came to.
  if (key.allowed.rfind("auto, ", 0) == 0) return key.allowed + "; default auto";
  const auto usual = key.get(RunConfig{});
  const std::string text =
      usual.is_number_float() ? fmt::format("{}", usual.get<double>()) : value_text(usual);
  return text.empty() ? key.allowed : fmt::format("{}; default {}", key.allowed, text);
}

}  // namespace

void Verb::keys(std::vector<SweptKey>& to, const std::vector<std::string>& only) {
  for (const char* const group : key_groups()) {
    for (const ConfigKey& one : config_keys()) {
      if (one.group != std::string(group)) continue;
      if (only.empty() || contains(only, one.name))
        key(one.name, "VALUE", to, fmt::format("{} ({})", one.help, values_of(one, only.empty())), group);
    }
  }
}

}  // namespace xb
