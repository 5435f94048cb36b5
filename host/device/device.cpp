// SPDX-License-Identifier: Apache-2.0
#include "host/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

bool is_text(const std::string& expression) {
  return expression.size() > 1 && expression.front() == '"' && expression.back() == '"';
}

}  // namespace

ExpressionNames expression_names(const RunConfig& config) {
  return {{"ports", config.ports},
          {"width", config.width},
          {"depth", config.depth},
          {"packet", config.longest_beats()},
          {"classes", config.classes},
          {"host_cable", config.host_cable},
          {"pause_response", config.pause_response}};
}

PortPairs DeviceClaims::pairs(unsigned ports) const {
  PortPairs pairs = connects.empty() ? PortPairs() : PortPairs::none();
  for (const auto& [inputs, outputs] : connects) pairs.connect(inputs, outputs);
  for (unsigned port = 0; port < ports && !hairpin; ++port) pairs.disconnect(port, port);
  return pairs;
}

std::vector<std::filesystem::path> Device::files() const {
  std::vector<std::filesystem::path> all{file};
  all.insert(all.end(), sources.lists.begin(), sources.lists.end());
  all.insert(all.end(), sources.files.begin(), sources.files.end());
  return all;
}

std::vector<std::pair<std::string, std::string>> Device::values_at(const RunConfig& config) const {
  std::vector<std::pair<std::string, std::string>> values;
  for (const DeviceParameter& p : parameters) {
    if (is_text(p.expression)) {
      values.emplace_back(p.name, p.expression);
      continue;
    }
    try {
      values.emplace_back(p.name, std::to_string(evaluate(p.expression, expression_names(config))));
    } catch (const std::invalid_argument& error) {
      throw InputError("{}: parameters.{}: '{}' is not allowed; {}", p.place, p.name, p.expression,
                       error.what());
    }
  }
  return values;
}

DevicePort DeviceAxi::signal(const DevicePort& side, const std::string& name) {
  DevicePort one = side;
  const std::size_t channel = one.name.find('*'), rest = one.name.rfind('*');
  const std::size_t letters = name[0] == 'a' || name[0] == 'A' ? 2 : 1;  // of aw, w, b, ar, r
  if (rest != channel) one.name.replace(rest, 1, name.substr(letters));
  one.name.replace(channel, 1, rest == channel ? name : name.substr(0, letters));
  return one;
}

std::string DeviceAxi::other_way(std::string name) {
  if (name.size() < 2 || name[name.size() - 2] != '_') return name;
  char& last = name.back();
  last = last == 'i' ? 'o' : last == 'o' ? 'i' : last;
  return name;
}

unsigned Device::most_beats(unsigned width) const {
  if (!axi.is_there()) return claims.most_beats();
  return std::min({claims.most_beats(), DeviceAxi::kMostBeats, DeviceAxi::kPageBytes * 8 / width});
}

bool Device::uses(const std::string& key) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const DeviceParameter& p) {
    return !is_text(p.expression) && names_in(p.expression, expression_names({})).count(key) == 1;
  });
}

}  // namespace xb
