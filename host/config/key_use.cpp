// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_use.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_values.h"
#include "host/exchange/schedule_registry.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/traffic_registry.h"

namespace xb {
namespace {

struct KeyUse {
  std::string key;
  std::string used_with;  ///< for the message
  std::function<bool(const RunConfig&)> used;
  bool by_all = false;  ///< every point must: others are changed by it, too
};

bool unscheduled(const RunConfig& c) { return c.schedule.empty(); }
bool random_traffic(const RunConfig& c) { return c.is_random(); }
bool replays(const RunConfig& c) { return c.replays(); }
bool network(const RunConfig& c) { return c.is_network(); }
bool scheduled(const RunConfig& c) { return !c.schedule.empty(); }
bool limited_memory(const RunConfig& c) { return scheduled(c) && c.memory != "none"; }
bool reliable(const RunConfig& c) { return scheduled(c) && c.go_back_n(); }
bool runs(const RunConfig& c) { return !c.searches_steps(); }
bool own_switch(const RunConfig& c) { return !c.has_device(); }
bool shares(const RunConfig& c) { return own_switch(c) && find_switch(c).shares(c); }

template <class Entry>
std::string users(const std::vector<Entry>& entries, const std::string& key) {
  return fmt::format("{}", fmt::join(names_using(entries, key), " "));
}

/// A key of some switches, patterns or schedules.
KeyUse switch_use(const std::string& key, bool by_all = false) {
  return {key, "switch " + users(switches(), key),
          [=](const RunConfig& c) { return own_switch(c) && find_switch(c).uses(key); }, by_all};
}
KeyUse traffic_use(const std::string& key) {
  return {key, "traffic " + users(traffic_patterns(), key), [=](const RunConfig& c) {
            if (!c.is_random()) return false;
            const auto& keys = find_traffic(c.traffic).keys;
            return std::find(keys.begin(), keys.end(), key) != keys.end();
          }};
}
KeyUse schedule_use(const std::string& key) {
  return {key, "schedule " + users(schedules(), key), [=](const RunConfig& c) {
            const ScheduleEntry* entry = find_schedule(c.schedule);
            return entry != nullptr && entry->uses(key);
          }};
}

/// "a, b or c"
std::string any_of_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " or " : ", ") + names[n];
  return text;
}

/// Where only steps are searched for, what matters is which transfers there are over which links.
std::vector<KeyUse> of_runs(std::vector<KeyUse> uses) {
  for (KeyUse& use : uses) {
    if (use.key == "ports" || use.key == "deadlock" || use.key == "transfers") continue;
    use.used = [used = use.used](const RunConfig& c) { return runs(c) && used(c); };
  }
  for (const char* key : {"switch", "width", "depth", "forwarding", "flow", "route-delay", "output-period",
                          "series", "distribution", "observe", "engine", "rtl", "device"}) {
    uses.push_back({key, "a run, step-search none", runs});
  }
  // Not given: whatever the cluster's frame is.
  uses.push_back(
      {"packet", "a run, step-search none", [](const RunConfig& c) { return runs(c) || !c.packet_given; }});
  uses.push_back({"packet", "random traffic or a schedule (a capture's frames have lengths)",
                  [](const RunConfig& c) { return !c.replays() || !c.packet_given; }});
  uses.push_back(
      {"step-search", "schedule liquid", [](const RunConfig& c) { return c.schedule == "liquid"; }, true});
  uses.push_back({"time-limit", "a step-search", [](const RunConfig& c) { return c.searches_steps(); }});
  return uses;
}

std::vector<KeyUse> make_uses() {
  const std::string always = any_of_text(switches_sharing(QueueSharing::Always));
  const std::string under_drop = any_of_text(switches_sharing(QueueSharing::UnderDrop));
  return {
      {"ports", "topology one-switch", [](const RunConfig& c) { return c.has_ports(); }},
      {"link-latency", "a topology of several switches", network},
      {"adaptive", "a topology of several switches", network},
      {"deadlock", "a topology of several switches", network},
      switch_use("arbiter"),
      switch_use("window"),
      {"sharing", "switch " + always + ", or with flow drop and switch " + under_drop, shares},
      {"alpha", "sharing dynamic of " + always + ", or with flow drop of " + under_drop,
       [](const RunConfig& c) { return shares(c) && c.sharing == "dynamic"; }},
      switch_use("scheduler"),
      switch_use("iterations"),
      {"switch", "no device", own_switch},
      {"forwarding", "no device (its description claims it)", own_switch},
      {"flow", "no device (its description claims it)", own_switch},
      {"route-delay", "no device", own_switch},
      {"rtl", "engine rtl lockstep and no device",
       [](const RunConfig& c) { return own_switch(c) && (c.engine == "rtl" || c.engine == "lockstep"); }},
      // Links slow down with every switch, and a sweep over several would measure that.
      switch_use("speedup", true),
      switch_use("crosspoint-depth"),
      {"traffic", "no schedule", unscheduled},
      {"load", "no schedule, and no capture but with replay load",
       [](const RunConfig& c) { return c.is_random() || (c.replays() && c.replay == "load"); }},
      {"replay", "traffic capture:FILE", replays},
      {"clock", "no schedule (its cluster has a clock-period)", unscheduled},
      {"gap", "random traffic and a packet length in bytes",
       [](const RunConfig& c) { return c.is_random() && c.packet_in_bytes; }},
      {"receiver-stall", "no schedule", unscheduled},
      {"cycles", "no schedule or capture (these run to their end)", random_traffic},
      {"warmup", "no schedule or capture", random_traffic},
      {"ci", "no schedule or capture", random_traffic},
      traffic_use("burst"),
      traffic_use("targets"),
      {"packets-per-message", "a schedule that is not a file",
       [](const RunConfig& c) { return find_schedule(c.schedule) != nullptr; }},
      schedule_use("group-size"),
      schedule_use("message-spread"),
      schedule_use("transfers"),
      schedule_use("step-end"),
      {"step-time", "a schedule in steps with step-end time",
       [](const RunConfig& c) {
         const ScheduleEntry* entry = find_schedule(c.schedule);
         return entry != nullptr && entry->step_order && c.step_end == "time";
       }},
      traffic_use("unbalance"),
      {"cluster", "a schedule", scheduled},
      {"reliability", "a schedule", scheduled},
      {"timeout", "a schedule with reliability go-back-n", reliable},
      {"ack-delay", "a schedule with reliability go-back-n", reliable},
      {"ack-beats", "a schedule with reliability go-back-n", reliable},
      {"receive-window", "a schedule", scheduled},
      {"send-window", "a schedule", scheduled},
      {"initial-window", "a schedule with reliability go-back-n", reliable},
      {"global-window", "a schedule", scheduled},
      {"host-delay", "a schedule", scheduled},
      {"start-skew", "a schedule", scheduled},
      {"memory", "a schedule", scheduled},
      {"system-memory", "a schedule with memory", limited_memory},
      {"paging", "a schedule with memory", limited_memory},
  };
}

const std::vector<KeyUse>& uses() {
  static const std::vector<KeyUse> all = of_runs(make_uses());
  return all;
}

const ConfigKey& key_named(const std::string& name) {
  const auto& keys = config_keys();
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const ConfigKey& k) { return k.name == name; });
  if (found == keys.end()) throw std::logic_error("no such key: " + name);
  return *found;
}

[[noreturn]] void refuse(const KeyUse& use, const RunConfig& point) {
  static const RunConfig defaults;
  const ConfigKey& key = key_named(use.key);
  throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: {} (default), or with {}", use.key,
                               value_text(key.get(point)), value_text(key.get(defaults)), use.used_with));
}

}  // namespace

UseCheck::UseCheck() : seen_(uses().size()) {}

void UseCheck::add(const RunConfig& point) {
  static const RunConfig defaults;
  for (std::size_t n = 0; n < seen_.size(); ++n) {
    const KeyUse& use = uses()[n];
    const ConfigKey& key = key_named(use.key);
    Seen& seen = seen_[n];
    if (key.get(point) == key.get(defaults)) continue;
    if (use.used(point))
      seen.used = true;
    else if (!seen.ignored)
      seen.ignored = point;
  }
}

void UseCheck::check() const {
  for (std::size_t n = 0; n < seen_.size(); ++n) {
    const KeyUse& use = uses()[n];
    const Seen& seen = seen_[n];
    if (seen.ignored && (!seen.used || use.by_all)) refuse(use, *seen.ignored);
  }
}

void check_use(const std::vector<RunConfig>& points) {
  UseCheck use;
  for (const RunConfig& point : points) use.add(point);
  use.check();
}

void check_use_of(const std::string& name, const RunConfig& point) {
  static const RunConfig defaults;
  for (const KeyUse& use : uses()) {
    if (use.key != name || use.used(point)) continue;
    const ConfigKey& key = key_named(name);
    if (key.get(point) != key.get(defaults)) refuse(use, point);
  }
}

bool uses_key(const RunConfig& config, const std::string& key) {
  return std::all_of(uses().begin(), uses().end(),
                     [&](const KeyUse& use) { return use.key != key || use.used(config); });
}

RunConfig without_unused(const RunConfig& config) {
  RunConfig usual;
  // With these, `packet` is not 1 but the cluster's frame, or the capture's.
  usual.schedule = config.schedule;
  if (config.replays()) usual.traffic = config.traffic;
  RunConfig used = config;
  for (const KeyUse& use : uses()) {
    const ConfigKey& key = key_named(use.key);
    if (!use.by_all && !use.used(used)) key.set(used, value_text(key.get(usual)));
  }
  return used;
}

}  // namespace xb
