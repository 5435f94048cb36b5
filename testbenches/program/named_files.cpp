// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/named_files.h"

#include <set>

#include "host/base/errors.h"
#include "host/device/device.h"
#include "host/liquid/transfer_list.h"
#include "host/schedule/goal_file.h"
#include "testbenches/process/output_file.h"

namespace xb {

namespace {

/// Files that points read, each with what it is.
std::set<std::pair<std::string, std::filesystem::path>> files_read(const std::vector<RunConfig>& points) {
  const auto has = [](const std::string& value, const char* extension) {
    return std::filesystem::path(value).extension() == extension;
  };
  std::set<std::pair<std::string, std::filesystem::path>> files;
  for (const RunConfig& point : points) {
    if (is_goal_file(point.schedule)) files.emplace("the schedule", point.schedule);
    if (has(point.cluster, ".toml")) files.emplace("the cluster", point.cluster);
    if (has(point.topology, ".toml")) files.emplace("the topology", point.topology);
    if (is_transfer_file(point.transfers)) files.emplace("the transfers", point.transfers);
    if (point.replays()) files.emplace("the traffic", point.capture());
    if (point.has_device()) files.emplace("the device", point.device);
    if (!point.rtl.empty() && std::filesystem::is_directory(point.rtl)) {
      for (const auto& entry : std::filesystem::directory_iterator(point.rtl))
        files.emplace("the RTL", entry.path());
    }
  }
  const auto descriptions = files;
  for (const auto& [what, path] : descriptions) {
    if (what != "the device") continue;
    for (const auto& source : read_device(path.string())->files()) files.emplace("the device", source);
  }
  return files;
}

}  // namespace

NamedFiles without_none(const NamedFiles& files) {
  NamedFiles some;
  for (const auto& file : files) {
    if (!file.second.empty() && file.second != "-") some.push_back(file);
  }
  return some;
}

std::unique_ptr<OutputFile> output_if_named(const std::string& path) {
  return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
}

void refuse_overwriting(const NamedFiles& files, const std::string& experiment,
                        const std::vector<RunConfig>& points) {
  const NamedFiles outputs = without_none(files);
  const auto inputs =
      outputs.empty() ? std::set<std::pair<std::string, std::filesystem::path>>{} : files_read(points);
  for (const auto& [flag, path] : outputs) {
    if (!experiment.empty()) refuse_same_file(flag, path, "the experiment", experiment);
    for (const auto& [what, file] : inputs) refuse_same_file(flag, path, what, file);
  }
  for (auto a = outputs.begin(); a != outputs.end(); ++a) {
    for (auto b = outputs.begin(); b != a; ++b) refuse_same_file(a->first, a->second, b->first, b->second);
  }
}

void write_verdict(const std::unique_ptr<OutputFile>& file, const std::string& text) {
  if (!file) return;
  try {
    file->write(text);
    file->commit();
  } catch (const RunError& error) {
    throw InputError(error.what());
  }
}

}  // namespace xb
