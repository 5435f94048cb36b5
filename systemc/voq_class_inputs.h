// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/class_ingress.h"
#include "systemc/flow_counters.h"
#include "systemc/voq_inputs.h"
#include "systemc/voq_switch.h"
#include "systemc/wires.h"

namespace xb::twin {

/// The inputs of a switch with virtual output queues and traffic classes: VoqInputs for each class, of which
/// a link feeds one at a time.
///
/// The calls of a cycle, in this order: begin(), the switch's pops, end().
class VoqClassInputs {
 public:
  explicit VoqClassInputs(const Params& params) : ingress_(params.classes) {
    for (unsigned c = 0; c < params.classes; ++c) classes_.emplace_back(of_class(params, c));
  }

  void reset() {
    for (auto& of_class : classes_) of_class.reset();
    ingress_.reset();
  }

  [[nodiscard]] const Params& params() const { return classes_[0].params(); }
  [[nodiscard]] const Settings& settings() const { return classes_[0].settings(); }
  [[nodiscard]] PortMask all_ports() const { return classes_[0].all_ports(); }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(classes_.size()); }
  [[nodiscard]] VoqInputs& operator[](unsigned c) { return classes_[c]; }
  [[nodiscard]] const VoqInputs& operator[](unsigned c) const { return classes_[c]; }
  [[nodiscard]] PortMask s_tready() const { return classes_[0].s_tready(); }

  /// Decides what is taken, and makes packets able to start whose routing delay is over; `bids` of the cycle
  /// are those before it.
  template <class ServesOther>
  void begin(const Inputs& in, PortMask m_tvalid, ServesOther&& serves_other) {
    offered_.assign(size(), in);
    for (Inputs& of_class : offered_) of_class.s_tvalid = 0;
    for_each_port(in.s_tvalid, [&](unsigned i) { offered_[ingress_.class_of(in, i)].s_tvalid |= bit(i); });
    for (unsigned c = 0; c < size(); ++c) {
      classes_[c].begin(offered_[c], m_tvalid, serves_other);
      for_each_port(classes_[c].taken(),
                    [&](unsigned i) { ingress_.take(i, c, (in.s_tlast & bit(i)) != 0); });
      classes_[c].route([](unsigned, unsigned, std::uint32_t) {});
    }
  }
  /// What is taken enters; the clock edge. `popped`: inputs that a beat has left. Says whether the settings
  /// have changed.
  bool end(VoqCounters& counters, PortMask popped) {
    bool reconfigured = false;
    for (unsigned c = 0; c < size(); ++c) {
      classes_[c].accept(offered_[c], counters, [](unsigned, unsigned, std::uint32_t) {});
      reconfigured = classes_[c].clock(offered_[c], popped);
    }
    return reconfigured;
  }

  [[nodiscard]] std::uint32_t misrouted_packets(unsigned input) const {
    std::uint32_t packets = 0;
    for (const VoqInputs& of_class : classes_) packets += of_class.misrouted_packets(input);
    return packets;
  }
  /// Of the class of the packet on offer.
  [[nodiscard]] PortMask pool() const {
    PortMask inputs = 0;
    for (const VoqInputs& of_class : classes_) inputs |= of_class.pool();
    return inputs;
  }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const {
    for (const VoqInputs& of_class : classes_)
      if ((of_class.pool() & bit(input)) != 0) return of_class.pool_by(input);
    return 0;
  }

 private:
  /// A class that is held off is all that these inputs have.
  static Params of_class(Params params, unsigned c) {
    params.held_off = params.held_off >> c & 1U;
    return params;
  }

  std::vector<VoqInputs> classes_;
  ClassIngress ingress_;
  std::vector<Inputs> offered_;  // to each class, in this cycle
};

/// What a switch with these inputs shows of them. It is never skipped.
class VoqClassSwitch : public VoqSwitch<VoqClassInputs, VoqCounters>, public NeverSkipped {
 public:
  [[nodiscard]] PortMask class_ready(unsigned c) const { return inputs_[c].s_tready(); }

 protected:
  using VoqSwitch::VoqSwitch;
};

}  // namespace xb::twin
