// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/arbiter.h"
#include "systemc/flow_counters.h"
#include "systemc/packet_arbiter.h"
#include "systemc/packet_queue.h"
#include "systemc/twin.h"
#include "systemc/voq_switch.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_crosspoint: virtual output queues and buffered crosspoints; outputs serve their inputs
/// by round robin, inputs their queues by round robin or, as Arbitration::Oldest, the longest first. Stepped
/// once a cycle; between two step() calls it shows the current cycle, as SwitchInput does.
class CrosspointSwitch : public VoqSwitch<VoqInputs, VoqCounters> {
 public:
  CrosspointSwitch(const Params& params, Arbitration inputs);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;
  void skip(std::uint32_t n);
  [[nodiscard]] static bool balanced() { return false; }

  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  [[nodiscard]] Side m_side(unsigned port) const { return selected(port).side(); }
  [[nodiscard]] Marks m_marks() const {
    if (inputs_.all_cells()) return {m_tvalid_, m_tvalid_};
    Marks marks;
    for_each_port(m_tvalid_, [&](unsigned j) { marks.add(j, selected(j).marks()); });
    return marks;
  }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const { return selected(port).data(); }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  [[nodiscard]] unsigned index(unsigned input, unsigned output) const {
    return input * params().ports + output;
  }
  [[nodiscard]] const PacketQueue& selected(unsigned output) const {
    return crosspoints_[index(arbiters_[output].selected(), output)];
  }
  [[nodiscard]] auto dests() const {
    return [this](unsigned input) -> unsigned { return dest_[input]; };
  }
  [[nodiscard]] PortMask continuing() const;
  [[nodiscard]] bool any_start() const;
  [[nodiscard]] std::uint32_t steady_output(unsigned output, PortMask popped, bool leaves) const;
  PortMask start(PortMask delivered);
  void move_cells(const Inputs& in, PortMask starting, PortMask delivered);
  void deliver(PortMask outputs);
  void transfer(unsigned input);
  void measure(unsigned i, unsigned j);
  [[nodiscard]] auto serves_other() const {
    return [this](unsigned input, unsigned output) {
      return arbiters_[output].locked() && arbiters_[output].selected() != input;
    };
  }
  void show(PortMask outputs);

  Arbitration picking_;
  std::vector<Arbiter> pickers_;                // per input
  std::vector<PacketQueue> crosspoints_;        // per input and output, with the beat that arrives
  std::vector<PacketArbiter> arbiters_;         // per output
  std::array<std::uint8_t, kMaxPorts> dest_{};  // per input: the output of its packet under way
  std::array<PortMask, kMaxPorts> occupied_{},
      crowded_{};                             // per input: crosspoints without room for a packet, a beat
  std::array<PortMask, kMaxPorts> filled_{};  // per output: inputs whose crosspoint holds a beat
  PortMask work_before_ = 0;                  // outputs for which there was a packet in the last cycle
  PortMask leaving_ = 0;                      // inputs with a packet under way
  PortMask m_tvalid_ = 0, idle_with_work_ = 0;
  // The last step, for steady().
  PortMask last_popped_ = 0, last_delivered_ = 0;
  bool quiet_ = false;
};

}  // namespace xb::twin
