// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// A message with every number in it, decimal or hexadecimal, as `*`: of failures that are one and the same.
/// Of several lines the first.
std::string normalised(const std::string& message);

/// Failed points whose normalised messages are equal.
struct FailureGroup {
  std::string message;  ///< normalised
  std::string first;    ///< message of the first of them, one line
  std::vector<std::size_t> points;
};

/// Groups in the order of their first points.
class FailureGroups {
 public:
  void add(std::size_t point, const std::string& message);
  [[nodiscard]] const std::vector<FailureGroup>& groups() const { return groups_; }

 private:
  std::vector<FailureGroup> groups_;
};

}  // namespace xb
