// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/arbiter.h"
#include "systemc/class_service.h"
#include "systemc/input_queue.h"
#include "systemc/wires.h"

namespace xb::twin {

/// The FIFOs of class c are element c, one an input.
using ClassFifos = std::vector<std::vector<InputQueue>>;
/// Inputs, per class.
using ClassPorts = std::array<PortMask, kMaxClasses>;

/// Twin of xb_class_matcher: which head of which input each output shows, class by class, the highest first.
class ClassMatcher {
 public:
  ClassMatcher(unsigned ports, unsigned classes);

  void reset();
  void load(std::uint32_t seed);
  /// The settings change.
  void set(const Settings& settings);

  /// Outputs at which no packet of a class begins from the next cycle on.
  void stop(const Inputs& in) {
    for (unsigned c = 0; c < classes_; ++c) stopped_[c] = in.stopped(c);
  }
  /// Derives what is shown in this cycle from the FIFOs; `bids`: of each class, inputs whose head may move.
  void match(const Settings& s, const ClassFifos& fifos, const ClassPorts& bids, std::uint32_t now);
  /// Clock edge, before anything leaves the FIFOs; `moved`: outputs whose beat is taken, `ended`: a packet's
  /// last.
  void clock(const Settings& s, PortMask moved, PortMask ended);

  [[nodiscard]] PortMask valid() const { return valid_; }
  [[nodiscard]] PortMask locked() const { return locked_; }
  [[nodiscard]] unsigned selected(unsigned output) const { return shown_[output].input; }
  [[nodiscard]] unsigned class_of(unsigned output) const { return shown_[output].of_class; }

 private:
  struct Shown {
    std::uint8_t input = 0, of_class = 0;
  };

  void request(const Settings& s, const ClassFifos& fifos, const ClassPorts& bids);
  void round(const Settings& s, const ClassFifos& fifos, unsigned c, std::uint32_t now, PortMask& inputs);

  unsigned ports_, classes_;
  std::vector<Arbiter> arbiters_;       // of class c and output j: number c * ports + j
  std::vector<ClassService> services_;  // per output
  std::array<Shown, kMaxPorts> shown_{};
  std::array<ClassMask, kMaxPorts> waiting_{}, open_{}, allowed_{};
  std::vector<PortMask> requests_;  // likewise: inputs that offer it a head
  PortMask valid_ = 0, locked_ = 0, begun_ = 0;
  ClassPorts stopped_{};
};

}  // namespace xb::twin
