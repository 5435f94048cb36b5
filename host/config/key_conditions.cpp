// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/exchange/schedule_registry.h"
#include "host/point/run_config.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/traffic_registry.h"

namespace xb {
namespace {

bool own_switch(const RunConfig& c) { return !c.has_device(); }
bool shares(const RunConfig& c) { return own_switch(c) && find_switch(c).shares(c); }

template <class Entry>
std::string users(const std::vector<Entry>& entries, const std::string& key) {
  return fmt::format("{}", fmt::join(names_using(entries, key), " "));
}

/// "a, b or c"
std::string any_of_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " or " : ", ") + names[n];
  return text;
}

}  // namespace

KeyUse of_switches(const std::string& key, bool by_all) {
  return {"switch " + users(switches(), key),
          [=](const RunConfig& c) { return own_switch(c) && find_switch(c).uses(key); }, by_all};
}

KeyUse of_traffic(const std::string& key) {
  return {"traffic " + users(traffic_patterns(), key), [=](const RunConfig& c) {
            if (!c.is_random()) return false;
            const auto& keys = find_traffic(c.traffic->pattern).keys;
            return std::find(keys.begin(), keys.end(), key) != keys.end();
          }};
}

KeyUse of_schedules(const std::string& key) {
  return {"schedule " + users(schedules(), key), [=](const RunConfig& c) {
            const ScheduleEntry* entry = c.schedule.get();
            return entry != nullptr && entry->uses(key);
          }};
}

KeyUse of_sharing() {
  return {"switch " + any_of_text(switches_sharing(QueueSharing::Always)) +
              ", or with flow drop and switch " + any_of_text(switches_sharing(QueueSharing::UnderDrop)),
          shares};
}

KeyUse of_thresholds() {
  return {"sharing dynamic of " + any_of_text(switches_sharing(QueueSharing::Always)) +
              ", or with flow drop of " + any_of_text(switches_sharing(QueueSharing::UnderDrop)),
          [](const RunConfig& c) { return shares(c) && c.sharing == Sharing::Dynamic; }};
}

KeyUse of_network() {
  return {"a topology of several switches", [](const RunConfig& c) { return c.is_network(); }};
}

KeyUse of_schedule() {
  return {"a schedule", [](const RunConfig& c) { return bool(c.schedule); }};
}

KeyUse of_go_back_n() {
  return {"a schedule with reliability go-back-n",
          [](const RunConfig& c) { return c.schedule && c.go_back_n(); }};
}

KeyUse of_memory() {
  return {"a schedule with memory", [](const RunConfig& c) { return c.schedule && c.memory; }};
}

KeyUse of_random_traffic(const std::string& with) {
  return {with, [](const RunConfig& c) { return c.is_random(); }};
}

KeyUse without_schedule(const std::string& with) {
  return {with, [](const RunConfig& c) { return !c.schedule; }};
}

KeyUse without_device(const std::string& with) { return {with, own_switch}; }

KeyUse without_pipeline() {
  return {"pipeline 0", [](const RunConfig& c) { return c.pipeline == 0; }};
}

}  // namespace xb
