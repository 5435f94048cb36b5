// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/check/handshake_monitor.h"
#include "host/check/idle_outputs.h"
#include "host/check/progress_watch.h"
#include "host/link/length_unit.h"
#include "host/link/receiver.h"
#include "host/link/rule_violation.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// All rules of AXI4-Stream and of packets at the ports of a switch of which nothing else is known, as the
/// checks of a run have them. It looks at what moves, and keeps the first violation.
class PortRules {
 public:
  struct Settings {
    unsigned ports = 0, data_words = 1;
    bool lossless = true;
    bool store_forward = false;
    std::uint64_t bound_cycles = 0;  ///< in which whoever waits is served, while some receiver is ready
    LengthUnit lengths = {};         ///< of the packets
    bool stable = true;              ///< what is offered stays until it is taken
    bool fair = true;                ///< whoever waits is served, not only somebody
    unsigned classes = 1;            ///< of traffic
  };
  explicit PortRules(const Settings& settings);

  /// Looks at cycle `now`, whose beats taken in are in the scoreboard already; packets that come out leave
  /// it.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard);
  /// Everything has had its time: what is still inside is lost.
  void finish(std::uint64_t now, const Scoreboard& scoreboard);

  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }
  [[nodiscard]] std::uint64_t delivered_beats() const { return delivered_beats_; }
  /// Packets of a flow that have come out.
  [[nodiscard]] std::uint64_t delivered_packets(unsigned input, unsigned output) const {
    return delivered_packets_[std::size_t{input} * settings_.ports + output];
  }
  /// Cycles from the first beat in to the first beat out of the packet that came out last.
  [[nodiscard]] std::uint64_t last_latency() const { return last_latency_; }

 private:
  void note(const std::optional<RuleViolation>& violation) {
    if (!violation_) violation_ = violation;
  }

  Settings settings_;
  HandshakeMonitor handshake_;
  IdleOutputs idle_;
  ProgressWatch progress_;
  Receiver receiver_;
  std::vector<std::uint64_t> delivered_packets_;  // per flow
  std::uint64_t delivered_beats_ = 0, last_latency_ = 0;
  std::optional<RuleViolation> violation_;
};

}  // namespace xb
