// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/flow_counters.h"
#include "systemc/hol_probe.h"
#include "systemc/pipe_class_grant.h"
#include "systemc/pipe_class_switch.h"

namespace xb::twin {

/// Twin of xb_switch_input_pipe with traffic classes: an input has a FIFO for each, and bids for the highest
/// of its heads. Stepped like SwitchInputPipe.
class SwitchInputPipeClasses : public PipeClassSwitch<PipeInput, InputCounters> {
 public:
  explicit SwitchInputPipeClasses(const Params& params);

  void reset();
  void step(const Inputs& in);

  /// Head-of-line flags of the last cycle are those of the highest class whose head was blocked.
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return flags_[input]; }

 private:
  static constexpr int kNone = -1;

  /// What an input's FIFOs show: the class that bids, or whose packet has begun.
  struct Bid {
    int of_class = kNone;
    bool busy = false;
  };

  [[nodiscard]] bool bids(unsigned input, unsigned c) const {
    return bids_[input].of_class == static_cast<int>(c);
  }
  void observe(PortMask pop, const Inputs& in);
  void observe_class(unsigned c, PortMask pop, PortMask idle_ready);
  void send(unsigned output, const PipeClassGrant::Choice& choice, bool left);
  void show();

  std::vector<PipeClassGrant> grants_;  // per output
  std::array<Bid, kMaxPorts> bids_{};
  std::array<PipeClassGrant::Wants, kMaxPorts> wants_{};  // per output
  std::array<ClassMask, kMaxPorts> waiting_{};            // per output: classes that have a head for it
  std::array<HolFlags, kMaxPorts> flags_{};
  PortMask blocked_ = 0;
};
static_assert(is_twin_with_classes<SwitchInputPipeClasses>);

}  // namespace xb::twin
