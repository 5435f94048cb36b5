// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/fabric/switch_run.h"
#include "host/link/other_hosts.h"
#include "host/link/pause_units.h"
#include "host/run/run_result.h"

namespace xb {

/// Hosts that pause as the ports of their switch ask them to (flow pfc), and the ports' pause units.
///
/// A beat that comes when the switch takes none is one that a real link loses, as it has no ready signal: its
/// packet counts as overflowed. The run lets it wait, so that all else stays comparable.
class PausedHosts : public OtherHosts {
 public:
  /// All outlive it.
  PausedHosts(Workload& hosts, const Setup& setup, const SwitchRun& run);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  /// What the inputs hold is looked at in every cycle.
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now,
                                          const Transmitter& /*transmitter*/) const override {
    return now;
  }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override {
    return units_.busy() ? now : OtherHosts::next_event(now);
  }
  [[nodiscard]] std::string who_waits() const override;

  /// From now on result() counts.
  void open();
  [[nodiscard]] PauseResult result() const;

 private:
  void look(const Transmitter& transmitter);
  [[nodiscard]] std::uint64_t held_beats(unsigned input) const;

  PauseSettings settings_;
  const SwitchRun& run_;
  unsigned ports_, queues_per_input_;
  bool knows_queues_;  // of the hosts
  PauseUnits units_;
  PortMask overflowed_ = 0;  // ports whose packet has found no room
  PortMask was_held_ = 0;
  // In the measured window; by input where they are several.
  std::uint64_t cycles_ = 0, victims_ = 0, frames_before_ = 0;
  std::vector<std::uint64_t> paused_cycles_, most_beats_, overflowed_packets_;
};

}  // namespace xb
