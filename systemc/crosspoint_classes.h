// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/arbiter.h"
#include "systemc/class_service.h"
#include "systemc/packet_queue.h"
#include "systemc/rr_arbiter.h"
#include "systemc/twin.h"
#include "systemc/voq_class_inputs.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_crosspoint with traffic classes: an input has a memory, and a buffer at each crosspoint,
/// for each class. An input starts a packet of the highest class that it can, an output serves classes as
/// ClassService has it, and the inputs of a class in turn (xb_class_arbiter).
class CrosspointClasses : public VoqClassSwitch {
 public:
  CrosspointClasses(const Params& params, Arbitration inputs);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  [[nodiscard]] Side m_side(unsigned port) const { return shown(port).side(); }
  [[nodiscard]] Marks m_marks() const {
    Marks marks;
    for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, m_side(j)); });
    return marks;
  }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return shown(port).data(); }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const { return outputs_[port].of_class; }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  /// Of one class: its crosspoints, of input i and output j at i * ports + j, and whose turn it is.
  struct Plane {
    std::vector<PacketQueue> crosspoints;
    std::vector<Arbiter> pickers;     // per input
    std::vector<RrArbiter> arbiters;  // per output
  };
  struct Output {
    ClassService service;
    std::uint8_t source = 0, of_class = 0;
    bool locked = false, begun = false;
    ClassMask open = 0;  // classes of which a crosspoint holds a beat
  };

  [[nodiscard]] unsigned index(unsigned input, unsigned output) const {
    return input * params().ports + output;
  }
  [[nodiscard]] const PacketQueue& shown(unsigned output) const {
    const Output& o = outputs_[output];
    return planes_[o.of_class].crosspoints[index(o.source, output)];
  }
  [[nodiscard]] PortMask starts(unsigned c, unsigned input, PortMask emptied) const;
  PortMask choose(PortMask delivered);
  void deliver(PortMask delivered);
  void transfer(unsigned input);
  void show();

  Arbitration picking_;
  std::vector<Plane> planes_;  // per class
  std::vector<Output> outputs_;
  std::array<std::uint8_t, kMaxPorts> dest_{}, class_{};  // per input: of its packet under way
  PortMask leaving_ = 0;                                  // inputs with a packet under way
  PortMask work_before_ = 0;  // outputs for which there was a packet in the last cycle
  PortMask m_tvalid_ = 0, idle_with_work_ = 0;
  std::array<PortMask, kMaxClasses> stopped_{};  // outputs at which no packet of a class begins
};

class SwitchCrosspointClasses : public CrosspointClasses {
 public:
  explicit SwitchCrosspointClasses(const Params& params)
      : CrosspointClasses(params, Arbitration::RoundRobin) {}
};
static_assert(is_twin_with_classes<SwitchCrosspointClasses>);

class SwitchCicqLqfClasses : public CrosspointClasses {
 public:
  explicit SwitchCicqLqfClasses(const Params& params) : CrosspointClasses(params, Arbitration::Oldest) {}
};
static_assert(is_twin_with_classes<SwitchCicqLqfClasses>);

}  // namespace xb::twin
