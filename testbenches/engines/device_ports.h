// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace xb {

struct RunConfig;

/// Whether descriptions of devices fit their modules, found out before any of many points runs: each device
/// once for all points that differ in nothing that its ports depend on, and not where the model is there.
class DevicePorts {
 public:
  /// Of a point, as resolve() has it. Throws InputErrors, as building its model would; once.
  void check(const RunConfig& config);

 private:
  std::set<std::string> seen_;
};

}  // namespace xb
