// SPDX-License-Identifier: Apache-2.0
#include "host/run_config.h"

#include <fmt/format.h>

#include "host/config_keys.h"
#include "host/errors.h"
#include "host/host_setup.h"

namespace xb {

std::uint32_t RunConfig::max_depth() const {
  std::uint32_t elaborated = 1024;
  while (elaborated < depth) elaborated *= 2;
  return elaborated;
}

std::string RunConfig::flags() const {
  static const RunConfig defaults;
  std::string text;
  for (const auto& key : config_keys()) {
    const auto value = key.get(*this);
    if (value == key.get(defaults)) continue;
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", key.name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

void check(const RunConfig& config) {
  find_cluster(config.cluster);  // wrong even where it is not used
  const unsigned longest = config.schedule.empty() ? config.packet_max : host_setup(config).frame_beats;
  if (config.store_forward() && config.depth < longest) {
    throw InputError(
        fmt::format("depth: '{}' is not allowed; allowed: at least the packet length, {} beats, under "
                    "store-and-forward",
                    config.depth, longest));
  }
}

}  // namespace xb
