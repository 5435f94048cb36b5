// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/failure_groups.h"

#include <algorithm>
#include <regex>

namespace xb {

std::string normalised(const std::string& message) {
  static const std::regex number("0x[0-9a-fA-F]+|[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?");
  return std::regex_replace(message.substr(0, message.find('\n')), number, "*");
}

void FailureGroups::add(std::size_t point, const std::string& message) {
  const std::string key = normalised(message);
  auto group =
      std::find_if(groups_.begin(), groups_.end(), [&](const FailureGroup& g) { return g.message == key; });
  if (group == groups_.end()) {
    groups_.push_back({key, message.substr(0, message.find('\n')), {}});
    group = groups_.end() - 1;
  }
  group->points.push_back(point);
}

}  // namespace xb
