// SPDX-License-Identifier: Apache-2.0
#include "host/config/config_keys.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/config/key_kinds.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

constexpr const char *kSwitchKeys = "The switch", *kNetworkKeys = "Networks",
                     *kTrafficKeys = "Random traffic", *kHostKeys = "Which hosts",
                     *kScheduleKeys = "Schedules and hosts", *kRunKeys = "The run";

std::vector<ConfigKey> all_keys() {
  std::vector<ConfigKey> all;
  const auto add = [&](const char* group, std::vector<ConfigKey> keys) {
    for (ConfigKey& key : keys) {
      key.group = group;
      if (!key.in_searches)
        key.uses.push_back(
            {"a run, step-search none", [](const RunConfig& c) { return !c.searches_steps(); }});
      all.push_back(std::move(key));
    }
  };
  add(kSwitchKeys, switch_keys());
  add(kTrafficKeys, traffic_keys());
  add(kScheduleKeys, schedule_keys());
  add(kNetworkKeys, network_keys());
  add(kHostKeys, host_keys());
  add(kRunKeys, run_keys());
  return all;
}

std::size_t place_of(const ConfigKey& key) { return static_cast<std::size_t>(&key - config_keys().data()); }

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = all_keys();
  return keys;
}

const std::vector<const char*>& key_groups() {
  static const std::vector<const char*> groups{kSwitchKeys, kNetworkKeys,  kTrafficKeys,
                                               kHostKeys,   kScheduleKeys, kRunKeys};
  return groups;
}

std::vector<std::string> key_names(const std::vector<std::string>& but) {
  std::vector<std::string> all;
  for (const auto& key : config_keys()) {
    if (std::find(but.begin(), but.end(), key.name) == but.end()) all.push_back(key.name);
  }
  return all;
}

std::vector<std::string> setting_names() {
  std::vector<std::string> settings;
  for (const auto& key : config_keys()) {
    if (key.set_switch != nullptr || key.elaborated) settings.push_back(key.name);
  }
  return settings;
}

bool is_given(const RunConfig& config, const std::string& key) {
  const ConfigKey* found = find_key(key);
  return found != nullptr && config.given.test(place_of(*found));
}

const ConfigKey* find_key(const std::string& name) { return find_named(config_keys(), name); }

std::size_t ConfigKey::file_at(const std::string& value) const {
  const std::size_t at = before_file.size();
  if (file_ending == nullptr || value.size() <= at || value.compare(0, at, before_file) != 0)
    return std::string::npos;
  return *file_ending == 0 || std::filesystem::path(value).extension() == file_ending ? at
                                                                                      : std::string::npos;
}

std::string value_text(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<std::pair<std::string, std::string>> files_of(const RunConfig& config) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const ConfigKey& key : config_keys()) {
    if (key.file_ending == nullptr) continue;
    const std::string value = value_text(key.get(config));
    if (const auto at = key.file_at(value); at != std::string::npos)
      files.emplace_back(key.name, value.substr(at));
  }
  return files;
}

nlohmann::ordered_json without_folders(nlohmann::ordered_json config,
                                       const std::vector<std::pair<std::string, std::string>>& files) {
  for (const auto& [key, path] : files) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (!config.contains(key)) continue;
    if (config[key] == path) config[key] = name;
    if (config[key] == kCapturePrefix + path) config[key] = kCapturePrefix + name;
  }
  return config;
}

void set_key(RunConfig& config, const std::string& key, const std::string& value, const std::string& place) {
  const auto at = place.empty() || place == "--" + key ? std::string{} : place + ": ";
  if (const ConfigKey* k = find_key(key)) {
    try {
      if (k->set(config, value)) {
        config.given.set(place_of(*k));
        return;
      }
    } catch (const InputError& error) {
      throw InputError(at + error.what());
    }
    throw InputError("{}{}: '{}' is not allowed; allowed: {}", at, key, value,
                     allowed_names(k->form.words, k->allowed, value));
  }
  const std::vector<std::string> known = key_names();
  const std::string what = nearest_word(key, known).empty() ? "" : kKeysOfRun;
  throw InputError("{}unknown key '{}'; allowed: {}", at, key, allowed_names(known, what, key));
}

namespace {

/// What a record of the configuration has of the key, if anything.
std::optional<nlohmann::ordered_json> recorded(const ConfigKey& key, const RunConfig& config) {
  static const RunConfig defaults;
  if (key.in_record != nullptr && !key.in_record(config)) return {};
  nlohmann::ordered_json value = key.get(config);
  if (key.only_if_set && value == key.get(defaults)) return {};
  return value;
}

}  // namespace

nlohmann::ordered_json to_json(const RunConfig& config) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  // Each key comes once, so that none has to be looked for.
  auto& members = object.get_ref<nlohmann::ordered_json::object_t&>();
  for (const auto& k : config_keys()) {
    if (auto value = recorded(k, config)) members.emplace_back(k.name, std::move(*value));
  }
  return object;
}

bool same_record(const RunConfig& a, const RunConfig& b) {
  const std::vector<ConfigKey>& keys = config_keys();
  return std::all_of(keys.begin(), keys.end(),
                     [&](const ConfigKey& key) { return recorded(key, a) == recorded(key, b); });
}

}  // namespace xb
