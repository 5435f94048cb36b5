// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/base/random.h"
#include "host/link/host_range.h"
#include "host/link/link_rates.h"

namespace xb {

struct TrafficConfig;

/// The receivers of the hosts of a switch, which take beats at the pace of their links (`output-period`), and
/// may stall at random (`receiver-stall`).
class Receivers {
 public:
  Receivers(const TrafficConfig& config, std::uint64_t seed, const LinkRates& links, const HostRange& hosts);

  [[nodiscard]] PortMask all() const { return all_; }
  /// Whether all are ready in every cycle.
  [[nodiscard]] bool always_ready() const { return always_ready_; }
  /// Those that are ready in cycle `now`. Once a cycle.
  PortMask ready(std::uint64_t now) { return always_ready_ ? all_ : draw(now); }

 private:
  PortMask draw(std::uint64_t now);

  LinkRates links_;
  PortMask all_;
  bool always_ready_;
  std::uint64_t stall_threshold_;
  std::vector<RandomStream> stalls_;  // per host
};

}  // namespace xb
