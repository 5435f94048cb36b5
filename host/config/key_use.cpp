// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/exchange/schedule_registry.h"

namespace xb {
namespace {

struct KeyUse {
  const char* key;
  const char* heeded_by;  ///< for the message
  bool (*heeds)(const RunConfig&);
  bool by_all = false;  ///< every point must: others are changed by it, too
};

template <class... Names>
bool one_of(const std::string& name, Names... names) {
  return ((name == names) || ...);
}

const char* const kSharers =
    "switch shared, or with flow drop and switch voq, crosspoint or input with a window";
bool shares(const RunConfig& c) { return c.switch_name == "shared" || c.queues_share(); }

bool stochastic(const RunConfig& c) { return c.schedule.empty(); }
bool scheduled(const RunConfig& c) { return !c.schedule.empty(); }

bool limited_memory(const RunConfig& c) { return scheduled(c) && c.memory != "none"; }

bool reliable(const RunConfig& c) { return scheduled(c) && c.go_back_n(); }

const std::vector<KeyUse> kUses{
    {"arbiter", "switch input", [](const RunConfig& c) { return c.switch_name == "input"; }},
    {"window", "switch input", [](const RunConfig& c) { return c.switch_name == "input"; }},
    {"sharing", kSharers, shares},
    {"alpha", "sharing dynamic of shared, or with flow drop of voq, crosspoint or input with a window",
     [](const RunConfig& c) { return shares(c) && c.sharing == "dynamic"; }},
    {"scheduler", "switch voq", [](const RunConfig& c) { return c.switch_name == "voq"; }},
    {"iterations", "switch voq", [](const RunConfig& c) { return c.switch_name == "voq"; }},
    // Links slow down with every switch, and a sweep over several would measure that.
    {"speedup", "switch voq", [](const RunConfig& c) { return c.switch_name == "voq"; }, true},
    {"crosspoint-depth", "switch crosspoint",
     [](const RunConfig& c) { return c.switch_name == "crosspoint"; }},
    {"traffic", "no schedule", stochastic},
    {"load", "no schedule", stochastic},
    {"receiver-stall", "no schedule", stochastic},
    {"cycles", "no schedule (a schedule runs to its end)", stochastic},
    {"warmup", "no schedule", stochastic},
    {"ci", "no schedule", stochastic},
    {"burst", "traffic bursty", [](const RunConfig& c) { return stochastic(c) && c.traffic == "bursty"; }},
    {"targets", "traffic alternate",
     [](const RunConfig& c) { return stochastic(c) && c.traffic == "alternate"; }},
    {"packets-per-message", "a schedule that is not a file",
     [](const RunConfig& c) { return find_schedule(c.schedule) != nullptr; }},
    {"group-size", "schedule group-shuffle",
     [](const RunConfig& c) { return c.schedule == "group-shuffle"; }},
    {"unbalance", "traffic unbalanced hotspot",
     [](const RunConfig& c) { return stochastic(c) && one_of(c.traffic, "unbalanced", "hotspot"); }},
    {"cluster", "a schedule", scheduled},
    {"reliability", "a schedule", scheduled},
    {"timeout", "a schedule with reliability go-back-n", reliable},
    {"ack-delay", "a schedule with reliability go-back-n", reliable},
    {"ack-beats", "a schedule with reliability go-back-n", reliable},
    {"receive-window", "a schedule", scheduled},
    {"send-window", "a schedule", scheduled},
    {"global-window", "a schedule", scheduled},
    {"host-delay", "a schedule", scheduled},
    {"start-skew", "a schedule", scheduled},
    {"memory", "a schedule", scheduled},
    {"system-memory", "a schedule with memory", limited_memory},
    {"paging", "a schedule with memory", limited_memory},
};

const ConfigKey& key_named(const char* name) {
  return *std::find_if(config_keys().begin(), config_keys().end(),
                       [&](const ConfigKey& k) { return k.name == name; });
}

std::string text_of(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void check_use(const std::vector<RunConfig>& points) {
  static const RunConfig defaults;
  for (const KeyUse& use : kUses) {
    const ConfigKey& key = key_named(use.key);
    const auto usual = key.get(defaults);
    const RunConfig* ignored = nullptr;
    bool heeded = false;
    for (const RunConfig& point : points) {
      if (key.get(point) == usual) continue;
      if (use.heeds(point))
        heeded = true;
      else if (ignored == nullptr)
        ignored = &point;
    }
    if (ignored == nullptr || (heeded && !use.by_all)) continue;
    throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: {} (default), or with {}", use.key,
                                 text_of(key.get(*ignored)), text_of(usual), use.heeded_by));
  }
}

bool heeds(const RunConfig& config, const std::string& key) {
  return std::all_of(kUses.begin(), kUses.end(),
                     [&](const KeyUse& use) { return use.key != key || use.heeds(config); });
}

RunConfig without_unheeded(const RunConfig& config) {
  static const RunConfig defaults;
  RunConfig heeded = config;
  for (const KeyUse& use : kUses) {
    const ConfigKey& key = key_named(use.key);
    if (!use.by_all && !use.heeds(heeded)) key.set(heeded, text_of(key.get(defaults)));
  }
  return heeded;
}

}  // namespace xb
