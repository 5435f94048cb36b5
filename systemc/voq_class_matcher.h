// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/class_service.h"
#include "systemc/lfsr.h"
#include "systemc/voq_class_inputs.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_voq_class_matcher: iSLIP, PIM or RRM where an input has a queue for each output and class. It
/// works everything out anew in every cycle.
class VoqClassMatcher {
 public:
  VoqClassMatcher(unsigned ports, unsigned classes);

  void reset();
  void load(std::uint32_t seed);

  /// Outputs at which no packet of a class begins are asked for none from the next cycle on.
  void stop(const Inputs& in) {
    for (unsigned c = 0; c < classes_; ++c) stopped_[c] = in.stopped(c);
  }
  /// Matches free ports and moves the pointers. Returns the matched inputs.
  PortMask match(const VoqClassInputs& inputs, PortMask in_free, PortMask out_free);
  /// Of a matched input: its output and class.
  [[nodiscard]] unsigned dest(unsigned input) const { return matched_[input].port; }
  [[nodiscard]] unsigned class_of(unsigned input) const { return matched_[input].of_class; }
  /// Outputs for which some input has a packet able to start.
  [[nodiscard]] PortMask work() const { return work_; }
  /// Clock edge. `held`: outputs that a packet under way held when the cycle began; `moving`: to which a beat
  /// moves.
  void clock(const Settings& s, PortMask held, PortMask moving);

 private:
  struct Partner {
    std::uint8_t port = 0, of_class = 0;
  };
  /// By class: some ports.
  using ClassPorts = std::array<PortMask, kMaxClasses>;

  void request(const VoqClassInputs& inputs, PortMask in_free);
  ClassPorts grant(const Settings& s, unsigned round);
  void accept(const Settings& s, unsigned round, const ClassPorts& granting);
  [[nodiscard]] unsigned number(unsigned port, unsigned c) const { return c * ports_ + port; }

  unsigned ports_, classes_;
  std::vector<PortMask> requests_;  // of an output, by class: inputs that ask it, if it may serve the class
  std::vector<PortMask> grant_pointer_, accept_pointer_;
  std::vector<ClassService> services_;  // per output
  std::vector<Lfsr> grant_random_, accept_random_;
  std::array<ClassMask, kMaxPorts> waiting_{};
  std::array<Partner, kMaxPorts> matched_{},
      granted_{};                                // per input; per output, its first grant of the cycle
  std::array<std::uint8_t, kMaxPorts> class_{};  // per output: of the packet that it gets
  std::array<PortMask, kMaxPorts> grants_{};     // per input, of a round
  ClassPorts stopped_{};
  PortMask work_ = 0;
  PortMask in_free_ = 0, out_free_ = 0;
  PortMask granting_ = 0, accepted_ = 0;  // outputs that granted in this cycle, whose first grant is accepted
};

}  // namespace xb::twin
