// SPDX-License-Identifier: Apache-2.0
#include "host/config/flags.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// What a run with this schedule and cluster has where nothing else is given.
RunConfig without_flags(const RunConfig& c) {
  RunConfig usual;
  usual.schedule = c.schedule;
  usual.cluster = c.cluster;
  usual.traffic->traffic = c.traffic->traffic;
  try {
    take_cluster_defaults(usual, {});
  } catch (const InputError&) {
    // A cluster that cannot be read has no keys of its own.
  }
  if (!c.packet_given) static_cast<PacketConfig&>(usual) = c;  // not worked out, and not to be named
  return usual;
}

}  // namespace

std::string flags_of(const RunConfig& config) {
  static const RunConfig defaults;
  const RunConfig used = without_unused(config);
  const RunConfig usual = without_flags(used);
  std::string text;
  for (const auto& key : config_keys()) {
    if (key.in_record != nullptr && !key.in_record(used)) continue;
    const auto value = key.get(used);
    const bool decides =
        key.name == "schedule" || key.name == "cluster" || key.name == "traffic";  // what is usual
    if (value == key.get(decides ? defaults : usual)) continue;
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", key.name, shell_word(value_text(value)));
  }
  return text;
}

}  // namespace xb
