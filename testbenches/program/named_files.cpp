// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/named_files.h"

#include <set>

#include "host/config/config_keys.h"
#include "host/device/device.h"
#include "testbenches/process/output_file.h"

namespace xb {

namespace {

/// Files that points read, each with what it is.
std::set<std::pair<std::string, std::filesystem::path>> files_read(const std::vector<RunConfig>& points) {
  std::set<std::pair<std::string, std::filesystem::path>> files;
  for (const RunConfig& point : points) {
    for (const auto& [key, path] : files_of(point)) {
      if (key == "device") {
        for (const auto& source : read_device(path)->files()) files.emplace("the device", source);
      }
      if (key == "rtl" && std::filesystem::is_directory(path)) {
        for (const auto& entry : std::filesystem::directory_iterator(path))
          files.emplace("the RTL", entry.path());
      } else {
        files.emplace("the " + key, path);
      }
    }
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

}  // namespace xb
