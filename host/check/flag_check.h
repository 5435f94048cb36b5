// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/link/receiver.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// Looks for the cause of every head-of-line and idle-with-work flag at the ports, whatever the architecture:
/// the victim was ready, a packet for it was there. Flags describe the cycle before. (That no flag is
/// missing, only a model of the switch can tell: FifoInputCheck.)
class FlagCheck {
 public:
  /// `store_forward`: a packet waits from its last beat on. `queued_outputs`: an output may show a beat and
  /// yet be idle, where it counts: behind the queue that it shows it from.
  FlagCheck(unsigned ports, bool store_forward, bool queued_outputs)
      : ports_(ports), store_forward_(store_forward), queued_outputs_(queued_outputs) {}

  /// Looks at cycle `now`, before its beats are taken into account; costs next to nothing without flags.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now, const Receiver& receiver,
             const Scoreboard& scoreboard) {
    const PortMask idle = ready_ & ~valid_;
    if (((out.blocked_backpressure | out.hol) & ~out.blocked) != 0 || (out.idle_with_work & ~idle) != 0)
      report_marks(out, now);
    if (out.hol != 0) check_hol(out, now, receiver, scoreboard);
    if (out.idle_with_work != 0) check_idle(out, now, scoreboard);
    ready_ = in.m_tready;
    valid_ = out.m_tvalid;
    fresh_ = in.s_tvalid & out.s_tready & in.s_tuser;
    for_each_port(fresh_, [&](unsigned input) { fresh_to_[input] = in.s_tdest[input]; });
  }
  /// Cycles like the last one follow.
  void skip() { fresh_ = 0; }

  /// First violation, one line; empty when all is well.
  [[nodiscard]] const std::string& violation() const { return violation_; }

 private:
  void check_hol(const SwitchOutputs& out, std::uint64_t now, const Receiver& receiver,
                 const Scoreboard& scoreboard);
  void check_idle(const SwitchOutputs& out, std::uint64_t now, const Scoreboard& scoreboard);
  void report_marks(const SwitchOutputs& out, std::uint64_t now);
  void report(std::uint64_t now, const std::string& what);

  [[nodiscard]] bool waits(unsigned input, unsigned output, std::uint64_t now, const Receiver& receiver,
                           const Scoreboard& scoreboard) const;

  unsigned ports_;
  bool store_forward_, queued_outputs_;
  // The cycle before: receivers ready, outputs that showed a beat, inputs that took a first beat, and for
  // which output.
  PortMask ready_ = 0, valid_ = 0, fresh_ = 0;
  std::uint8_t fresh_to_[kMaxPorts] = {};
  std::string violation_;
};

}  // namespace xb
