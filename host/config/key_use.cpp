// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// A use of a key, of all keys.
struct Use {
  const ConfigKey& key;
  const KeyUse& when;
};

const std::vector<Use>& uses() {
  static const std::vector<Use> all = [] {
    std::vector<Use> list;
    for (const ConfigKey& key : config_keys()) {
      for (const KeyUse& when : key.uses) list.push_back({key, when});
    }
    return list;
  }();
  return all;
}

bool is_default(const ConfigKey& key, const RunConfig& point) {
  static const RunConfig defaults;
  return key.get(point) == key.get(defaults);
}

[[noreturn]] void refuse(const Use& use, const RunConfig& point) {
  const std::string usual = value_text(use.key.get(RunConfig()));
  throw InputError("{}: '{}' is not allowed here; allowed: {} (default), or with {}", use.key.name,
                   value_text(use.key.get(point)), usual.empty() ? "nothing" : usual, use.when.with);
}

}  // namespace

UseCheck::UseCheck() : seen_(uses().size()) {}

void UseCheck::add(const RunConfig& point) {
  for (std::size_t n = 0; n < seen_.size(); ++n) {
    const Use& use = uses()[n];
    Seen& seen = seen_[n];
    if (is_default(use.key, point)) continue;
    if (use.when.used(point))
      seen.used = true;
    else if (!seen.ignored)
      seen.ignored = std::make_shared<const RunConfig>(point);
  }
}

void UseCheck::check() const {
  for (std::size_t n = 0; n < seen_.size(); ++n) {
    const Use& use = uses()[n];
    const Seen& seen = seen_[n];
    if (seen.ignored && (!seen.used || use.when.by_all)) refuse(use, *seen.ignored);
  }
}

void check_use(const std::vector<RunConfig>& points) {
  UseCheck use;
  for (const RunConfig& point : points) use.add(point);
  use.check();
}

void check_use_of(const std::string& name, const RunConfig& point) {
  for (const Use& use : uses()) {
    if (use.key.name == name && !use.when.used(point) && !is_default(use.key, point)) refuse(use, point);
  }
}

bool uses_key(const RunConfig& config, const std::string& key) {
  return std::all_of(uses().begin(), uses().end(),
                     [&](const Use& use) { return use.key.name != key || use.when.used(config); });
}

RunConfig without_unused(const RunConfig& config) {
  RunConfig usual;
  // With these, `packet` is not 1 but the cluster's frame, or the capture's.
  usual.schedule = config.schedule;
  if (config.replays()) usual.traffic->traffic = config.traffic->traffic;
  RunConfig used = config;
  for (const Use& use : uses()) {
    if (!use.when.by_all && !use.when.used(used)) use.key.set(used, value_text(use.key.get(usual)));
  }
  return used;
}

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
