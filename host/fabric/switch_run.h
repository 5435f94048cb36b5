// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/check/rest_watch.h"
#include "host/config/setup.h"
#include "host/fabric/switch_checks.h"
#include "host/link/receiver.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_model.h"
#include "host/link/transmitter.h"
#include "host/link/workload.h"
#include "host/measure/loss_count.h"
#include "host/measure/measures.h"
#include "host/switches/switch_registry.h"

namespace xb {

/// One switch between its hosts, cycle by cycle: drives it with a workload, checks every beat end to end and
/// the handshake, feeds the measures. Throws RunError on any violation and when nothing moves any more.
class SwitchRun {
 public:
  static constexpr std::uint64_t kCheckCycles = 1024;  // between looks at progress

  /// Both outlive it.
  SwitchRun(const Setup& setup, SwitchModel& model);

  /// Runs cycles up to `end` at most: one, or, where nothing is decided for a while, several at once.
  void advance(Workload& workload, std::uint64_t end);
  /// Runs until the switch is empty, and checks that it is and that no packet is missing.
  void drain(Workload& workload);

  [[nodiscard]] std::uint64_t now() const { return now_; }
  Measures& measures() { return measures_; }
  [[nodiscard]] const Measures& measures() const { return measures_; }
  /// What the switch showed in the last cycle.
  [[nodiscard]] const SwitchOutputs& outputs() const { return out_; }
  /// Beats delivered in the last cycle, beats in the switch.
  [[nodiscard]] unsigned delivered_beats() const { return delivered_beats_; }
  [[nodiscard]] std::uint64_t occupancy_beats() const;
  [[nodiscard]] std::uint64_t zero_load_cycles(const DeliveredPacket& packet) const;
  /// A cycle since the last call of this was a multiple of kCheckCycles.
  bool take_check_due();

 private:
  void step(Workload& workload);
  void skip(Workload& workload, std::uint64_t cycles);
  bool rest(Workload& workload, std::uint64_t end);
  void pass(Workload& workload, std::uint64_t cycles);
  [[nodiscard]] std::uint64_t unchanged_cycles(const Workload& workload, std::uint64_t end) const;
  void check_progress(const Workload& workload);
  void check_empty();
  /// Packets that the switch has discarded since the start.
  std::uint64_t dropped_packets();
  [[nodiscard]] std::string who_waits(const Workload& workload) const;

  const RunConfig& config_;
  SwitchModel& model_;
  const SwitchEntry& entry_;
  unsigned queues_;
  bool store_forward_;
  unsigned data_words_;  // 0: the engine carries no payload
  Transmitter transmitter_;
  Receiver receiver_;
  SwitchChecks checks_;
  Scoreboard scoreboard_;
  Measures measures_;
  RestWatch rest_;
  LossCount drops_;  // since the start
  SwitchOutputs out_{};
  PortMask accepted_ = 0, delivered_ = 0;  // in the last cycle
  std::uint64_t now_ = 0;
  std::uint64_t last_moved_ = 0;
  std::uint64_t next_check_ = kCheckCycles;
  bool check_due_ = false;
  static constexpr unsigned kMostMisses = 8;
  std::uint64_t next_look_ = 0;  // the first cycle after which to ask the switch again whether it is steady
  unsigned misses_ = 0;          // in a row
  unsigned delivered_beats_ = 0;
};

}  // namespace xb
