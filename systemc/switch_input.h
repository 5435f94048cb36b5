// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/input_queue.h"
#include "systemc/packet_arbiter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_input: the algorithm, stepped once a cycle, without the SystemC kernel.
///
/// All outputs are functions of the state: between two step() calls they show the current cycle.
/// \code
///   SwitchInput sw({16, 1, 1024});
///   for (;;) {
///     read sw.s_tready(), sw.m_tvalid(), ...;   // this cycle
///     sw.step(inputs);                          // clock edge
///   }
/// \endcode
class SwitchInput {
 public:
  explicit SwitchInput(const Params& params);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return params_.ports; }
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  /// The beat that output `port` offers; only where m_tvalid.
  [[nodiscard]] const Side& m_side(unsigned port) const {
    return queues_[offers_[port].selected].head_side();
  }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const {
    return queues_[offers_[port].selected].head_data();
  }
  [[nodiscard]] std::uint32_t occ_beats(unsigned queue) const { return queues_[queue].beats(); }
  [[nodiscard]] std::uint32_t occ_packets(unsigned queue) const { return queues_[queue].packets(); }
  [[nodiscard]] std::uint32_t drop_packets(unsigned queue) const { return queues_[queue].dropped_packets(); }
  [[nodiscard]] const HolProbe::Flags& hol_flags(unsigned input) const {
    return queues_[input].probe().flags();
  }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

 private:
  void show();

  Params params_;
  std::vector<InputQueue> queues_;       // per input
  std::vector<PacketArbiter> arbiters_;  // per output
  std::vector<PacketArbiter::Offer> offers_;
  std::uint32_t depth_ = 0;  // registered settings
  bool store_forward_ = false;
  PortMask s_tready_ = 0, m_tvalid_ = 0, idle_with_work_ = 0;
  PortMask bids_ = 0;
};

}  // namespace xb::twin
